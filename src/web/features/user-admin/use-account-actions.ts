import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { UserDetail } from '#contract/administration/users';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { toast } from '#web/lib/toast.ts';

interface Outcome {
  readonly title: string;
  readonly description: string;
}

/** What can be done with an account on its page, each with what it says when it is done. */
export function useAccountActions({ email, id, name }: UserDetail) {
  const api = useApi();
  const queryClient = useQueryClient();
  const mailWords = useMailWords();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<Outcome>) => {
    setBusy(true);
    try {
      toast(await work());
    } catch (error) {
      // Who was asked to prove who they are and did not changed their mind.
      if (failureCode(error) !== 'PROOF_REQUIRED') toastFailure(error);
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['admin'] });
      setBusy(false);
    }
  };
  return {
    busy,
    disable: () =>
      run(async () => {
        await api.users.disable({ id });
        return { title: m.users_disabled_done(), description: m.users_disabled_done_text() };
      }),
    enable: () =>
      run(async () => {
        await api.users.enable({ id });
        return { title: m.users_enabled_done(), description: m.users_enabled_done_text() };
      }),
    endSessions: () =>
      run(async () => {
        const { ended } = await api.users.endSessions({ id });
        return { title: m.users_ended_done(), description: m.users_ended_done_text({ count: ended }) };
      }),
    resetFactor: () =>
      run(async () => {
        const { ended } = await api.users.resetSecondFactor({ id });
        return {
          title: m.users_reset_factor_done(),
          description: m.users_reset_factor_done_text({ count: ended }),
        };
      }),
    revokeKey: (key: { id: string; name: string }) =>
      run(async () => {
        await api.users.revokeKey({ id, keyId: key.id });
        return { title: m.users_key_revoked(), description: m.users_key_revoked_text({ name: key.name }) };
      }),
    resend: () =>
      run(async () => {
        await api.users.resendConfirmation({ id });
        return {
          title: mailWords(m.users_resent_done(), m.users_remade_done),
          description: mailWords(m.users_resent_done_text({ email })),
        };
      }),
    remove: () =>
      run(async () => {
        const stillHere = noteVisit();
        const { waits } = await api.users.remove({ id });
        if (waits) return { title: m.users_delete_waits(), description: m.users_delete_waits_text({ name }) };
        if (stillHere()) await navigate({ to: '/admin/users' });
        queryClient.removeQueries({ queryKey: ['admin', 'users', 'one', id] });
        return { title: m.users_deleted_done(), description: m.users_deleted_done_text({ name }) };
      }),
  };
}
