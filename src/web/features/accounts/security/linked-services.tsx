import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import type { SignInRow } from '#contract/accounts/sign-ins';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import profile from '../profile/profile.module.css';
import { sessionsQuery, signInWaysQuery } from '../queries.ts';
import { ServiceButtons } from '../sign-in/service-buttons.tsx';
import { ServiceIcon } from '../sign-in/service-icon.tsx';
import classes from '../sign-in/services.module.css';
import { SecurityBlock } from './security-block.tsx';

/** The services outside that are linked to the account, and those that can be. */
export function LinkedServices({ signIns }: { signIns: readonly SignInRow[] }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { queryClient: site } = useRouteContext({ from: '__root__' });
  const [busy, setBusy] = useState(false);
  const linked = new Set(signIns.map(({ provider }) => provider));
  const open = siteInfo(site).signIns.filter(({ id }) => !linked.has(id));
  if (signIns.length === 0 && open.length === 0) return null;
  const unlink = async ({ id, service }: SignInRow) => {
    setBusy(true);
    try {
      await api.signIns.unlink({ id });
      toast({ title: m.sign_ins_unlinked({ service }) });
    } catch (error) {
      // Who was asked to prove who they are and did not changed their mind.
      if (failureCode(error) !== 'PROOF_REQUIRED') toastFailure(error);
    } finally {
      await queryClient.invalidateQueries(signInWaysQuery(api));
      await queryClient.invalidateQueries(sessionsQuery(api));
      setBusy(false);
    }
  };
  return (
    <SecurityBlock title={m.sign_ins_block()} text={m.sign_ins_block_text()}>
      {signIns.length > 0 && (
        <ul className={profile.sessions}>
          {signIns.map((row) => (
            <Linked key={row.id} row={row} busy={busy} onUnlink={() => unlink(row)} />
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <div className={classes.link}>
          <ServiceButtons
            services={open}
            label={m.sign_ins_link}
            onBegin={(provider) => api.signIns.beginLink({ provider })}
          />
        </div>
      )}
    </SecurityBlock>
  );
}

function Linked({ busy, onUnlink, row }: { row: SignInRow; busy: boolean; onUnlink: () => void }) {
  const { label, lastUsedAt, linkedAt, provider, service } = row;
  const words = provider
    ? m.sign_ins_used({ label, time: formatTime(lastUsedAt ?? linkedAt) })
    : m.sign_ins_gone({ label });
  return (
    <li>
      <div className={classes.service}>
        <ServiceIcon provider={provider} />
        <div>
          <strong>{service}</strong>
          <p className={profile.hint}>{words}</p>
        </div>
      </div>
      <Button
        variant="quiet"
        size="sm"
        busy={busy}
        onClick={onUnlink}
        aria-label={m.sign_ins_unlink_named({ service, label })}
      >
        {m.sign_ins_unlink()}
      </Button>
    </li>
  );
}
