import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation } from '#contract/administration/invitations';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { roleWord, STATE_WORDS } from './invitation-words.ts';
import classes from './invitations.module.css';

/** One invitation: whom it is for, what became of it, and what can be done. */
export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const tierName = useTierName();
  const { email, expiresAt, id, invitedBy, role, sentAt, state, tier } = invitation;
  const api = useApi();
  const queryClient = useQueryClient();
  const mailWords = useMailWords();
  const [busy, setBusy] = useState(false);
  const run = async (work: Promise<unknown>, title: string) => {
    setBusy(true);
    try {
      await work;
      toast({ title, description: email });
    } catch (error) {
      if (failureCode(error) !== 'PROOF_REQUIRED') toastFailure(error);
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['admin', 'invitations'] });
      setBusy(false);
    }
  };
  return (
    <tr>
      <th scope="row">
        <span className={classes.address}>{email}</span>
        <span className={classes.hint}>
          {invitedBy
            ? m.invitations_by({ name: invitedBy, date: formatDate(sentAt) })
            : m.invitations_sent_on({ date: formatDate(sentAt) })}
        </span>
      </th>
      <td>{tierName(tier)}</td>
      <td>{roleWord(role)}</td>
      <td>
        <span className={classes.state} data-state={state}>
          {STATE_WORDS[state]()}
        </span>
        {state === 'open' && (
          <span className={classes.hint}>{m.invitations_until({ date: formatDate(expiresAt) })}</span>
        )}
      </td>
      <td className={classes.actions}>
        {(state === 'open' || state === 'expired') && (
          <>
            <Button
              variant="secondary"
              size="sm"
              busy={busy}
              aria-label={m.invitations_resend_named({ email })}
              onClick={() =>
                run(api.invitations.resend({ id }), mailWords(m.invitations_resent(), m.invitations_remade))
              }
            >
              {m.invitations_resend()}
            </Button>
            <Button
              variant="danger"
              size="sm"
              busy={busy}
              aria-label={m.invitations_withdraw_named({ email })}
              onClick={() => run(api.invitations.withdraw({ id }), m.invitations_withdrawn())}
            >
              {m.invitations_withdraw()}
            </Button>
          </>
        )}
      </td>
    </tr>
  );
}
