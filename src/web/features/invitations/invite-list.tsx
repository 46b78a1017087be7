import { useState } from 'react';
import type { InviteLine } from '#contract/administration/invitations';
import { TIERS, type Tier } from '#domain/tiers';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { SelectField, TextAreaField } from '#web/ui/fields/text-field.tsx';
import classes from './invitations.module.css';
import { InviteReport } from './invite-report.tsx';
import { inviteesOf, reportOf } from './report-of.ts';
import { useInvite } from './use-invite.ts';

interface InviteListProps {
  open: boolean;
  onClose: () => void;
}

/** Invites everyone in a CSV list: first a preview of each line, then the emails. */
export function InviteList({ onClose, open }: InviteListProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.invitations_list_title()} size="lg">
      <ListForm onClose={onClose} />
    </Dialog>
  );
}

function ListForm({ onClose }: Pick<InviteListProps, 'onClose'>) {
  const tierName = useTierName();
  const api = useApi();
  const { busy, invite } = useInvite();
  const [csv, setCsv] = useState('');
  const [tier, setTier] = useState<Tier>('free');
  const [lines, setLines] = useState<readonly InviteLine[] | null>(null);
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const [isSent, setSent] = useState(false);
  const people = lines ? inviteesOf(lines) : [];
  const check = () =>
    api.invitations.check({ csv, tier }).then((report) => {
      setLines(report.lines);
      setUnknown(report.unknownColumns);
    }, toastFailure);
  const send = async (checked: readonly InviteLine[]) => {
    const sent = await invite(people);
    if (sent?.every(({ outcome }) => outcome === 'ok')) onClose();
    else if (sent) {
      setLines(reportOf(checked, sent));
      setSent(true);
    }
  };
  if (lines)
    return (
      <>
        {unknown.length > 0 && (
          <p className={classes.warning} role="alert">
            {m.invitations_unknown_columns({ columns: unknown.join(', ') })}
          </p>
        )}
        <InviteReport lines={lines} isSent={isSent} />
        <DialogActions>
          {isSent ? (
            <Button onClick={onClose}>{m.ui_close()}</Button>
          ) : (
            <>
              <Button variant="secondary" onClick={() => setLines(null)}>
                {m.invitations_back()}
              </Button>
              <Button onClick={() => send(lines)} busy={busy} disabled={people.length === 0}>
                {busy ? m.invitations_sending() : m.invitations_send_many({ count: people.length })}
              </Button>
            </>
          )}
        </DialogActions>
      </>
    );
  return (
    <div className={classes.form}>
      <TextAreaField
        label={m.invitations_csv()}
        help={m.invitations_csv_help()}
        rows={8}
        maxLength={200_000}
        spellCheck={false}
        placeholder={'email,tier,role\ngrace@example.org,basic,user'}
        value={csv}
        onChange={(event) => setCsv(event.target.value)}
      />
      <label className={classes.file}>
        <span>{m.invitations_file()}</span>
        <input
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={async (event) => {
            const [file] = event.target.files ?? [];
            if (file) setCsv(await file.text());
          }}
        />
      </label>
      <SelectField
        label={m.invitations_default_tier()}
        value={tier}
        onChange={(event) => setTier(TIERS.find((one) => one === event.target.value) ?? 'free')}
      >
        {TIERS.map((one) => (
          <option key={one} value={one}>
            {tierName(one)}
          </option>
        ))}
      </SelectField>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button onClick={check} disabled={csv.trim() === ''}>
          {m.invitations_check()}
        </Button>
      </DialogActions>
    </div>
  );
}
