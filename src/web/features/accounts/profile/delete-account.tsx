import { type ReactNode, useState } from 'react';
import type { User } from '#contract/accounts/accounts';
import { GRACE_DAYS } from '#domain/accounts/grace-period';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { SecurityBlock } from '../security/security-block.tsx';
import { useKeepUser } from '../use-keep-user.ts';

interface DeleteAccountProps {
  user: User;
  /** What becomes of what one owns, in words. */
  owned?: ReactNode;
}

/** The end of the own account, with 14 days to think again. */
export function DeleteAccount({ owned, user }: DeleteAccountProps) {
  const api = useApi();
  const keepUser = useKeepUser();
  const mailWords = useMailWords();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setAsked(false);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      // Who was asked for the password and did not give it changed their mind.
      if (failureCode(error) !== 'PROOF_REQUIRED') toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const ask = () =>
    run(async () => {
      const changed = await api.accounts.requestDeletion();
      keepUser(changed);
      const date = formatDate(changed.erasesAt ?? '');
      const description = mailWords(m.profile_delete_done_text({ date }), () =>
        m.profile_delete_done_kept({ date }),
      );
      toast({ title: m.profile_delete_done(), description });
    });
  const keep = () =>
    run(async () => {
      keepUser(await api.accounts.keepAccount());
      toast({ title: m.profile_kept(), description: m.profile_kept_text() });
    });
  return (
    <SecurityBlock
      title={m.profile_delete()}
      text={
        user.erasesAt
          ? m.profile_delete_waits({ date: formatDate(user.erasesAt) })
          : m.profile_delete_text({ days: GRACE_DAYS })
      }
      action={
        user.erasesAt ? (
          <Button variant="secondary" onClick={keep} busy={busy}>
            {m.profile_keep()}
          </Button>
        ) : (
          <Button variant="danger" onClick={() => setAsked(true)} busy={busy}>
            {m.profile_delete_ask()}
          </Button>
        )
      }
    >
      <ConfirmDialog
        open={asked}
        title={m.profile_delete_title()}
        text={
          <>
            {m.profile_delete_what({ days: GRACE_DAYS })} {m.profile_delete_remains()}
            {asked && owned}
          </>
        }
        confirm={m.profile_delete_ask()}
        onCancel={() => setAsked(false)}
        onConfirm={ask}
      />
    </SecurityBlock>
  );
}
