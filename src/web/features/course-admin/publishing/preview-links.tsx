import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PreviewLink } from '#contract/courses/publishing';
import { PREVIEW_DAYS } from '#domain/courses/preview-link';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { useKeepFocus } from '#web/ui/use-keep-focus.ts';
import classes from './status.module.css';
import { previewLinksQuery } from './status-queries.ts';

const DAYS = [1, PREVIEW_DAYS, 30, 90];

/** The secret links by which people without an account read a course or post. */
export function PreviewLinks({ id, onClose, open }: { id: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={m.publishing_links()}>
      <div className={classes.change}>
        <p>{m.publishing_links_text()}</p>
        <NewLink id={id} />
        <Links id={id} />
      </div>
    </Dialog>
  );
}

function NewLink({ id }: { id: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [days, setDays] = useState(PREVIEW_DAYS);
  const [address, setAddress] = useState<string | null>(null);
  const create = useHeld(async () => {
    try {
      setAddress((await api.publishing.createLink({ id, days })).address);
      await queryClient.invalidateQueries(previewLinksQuery(api, id));
    } catch (error) {
      toastFailure(error, { title: m.publishing_links_failed() });
    }
  });
  const copy = () =>
    copyText(address ?? '').then(
      () => toast({ title: m.publishing_links_copied() }),
      () => toast({ title: m.certificates_copy_failed(), variant: 'destructive' }),
    );
  return (
    <>
      <div className={classes.make}>
        <SelectField
          label={m.publishing_links_days()}
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {DAYS.map((count) => (
            <option key={count} value={count}>
              {m.publishing_links_day_count({ days: count })}
            </option>
          ))}
        </SelectField>
        <Button onClick={create.run} busy={create.busy}>
          {m.publishing_links_create()}
        </Button>
      </div>
      {address !== null && (
        <div className={classes.made} role="status">
          <p>{m.publishing_links_created()}</p>
          <code>{address}</code>
          <div>
            <Button variant="secondary" size="sm" onClick={copy}>
              {m.publishing_links_copy()}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

function Links({ id }: { id: string }) {
  const { data } = useQuery(previewLinksQuery(useApi(), id));
  const list = useKeepFocus<HTMLDivElement>();
  if (!data) return null;
  return (
    <div {...list}>
      {data.length === 0 && <p>{m.publishing_links_none()}</p>}
      {data.length > 0 && (
        <ul className={classes.links} aria-label={m.publishing_links_list()}>
          {data.map((link) => (
            <Link key={link.id} id={id} link={link} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Link({ id, link }: { id: string; link: PreviewLink }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const time = formatTime(link.expiresAt);
  const revoke = useHeld(async () => {
    try {
      await api.publishing.revokeLink({ id, linkId: link.id });
      toast({ title: m.publishing_links_revoked() });
    } catch (error) {
      toastFailure(error, { title: m.publishing_links_revoke_failed() });
    }
    await queryClient.invalidateQueries(previewLinksQuery(api, id));
  });
  return (
    <li>
      <span>
        {m.publishing_links_expires({ time })}
        {link.createdBy && <small>{m.publishing_links_by({ name: link.createdBy })}</small>}
      </span>
      <Button
        variant="danger"
        size="sm"
        busy={revoke.busy}
        onClick={revoke.run}
        aria-label={m.publishing_links_revoke_named({ time })}
      >
        {m.publishing_links_revoke()}
      </Button>
    </li>
  );
}
