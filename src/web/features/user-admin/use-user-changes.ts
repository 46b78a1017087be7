import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { UserRow } from '#contract/administration/users';
import type { Tier } from '#domain/tiers';
import { failureCode } from '#web/lib/api/api-error.ts';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

/**
 * Sets tiers and administrators' rights, one after the other as they were asked for, and says so in the words of the
 * specification (section 8).
 */
export function useUserChanges() {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const last = useRef(Promise.resolve());
  const run = async (work: () => Promise<unknown>, failed: (error: unknown) => void) => {
    try {
      await work();
    } catch (error) {
      failed(error);
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['admin'] });
      await queryClient.invalidateQueries({ queryKey: ['session'] });
    }
  };
  const change = async (work: () => Promise<unknown>, failed: (error: unknown) => void) => {
    setBusy(true);
    const turn = last.current.then(() => run(work, failed));
    last.current = turn;
    await turn;
    if (last.current === turn) setBusy(false);
  };
  const setTier = (id: string, tier: Tier) =>
    change(
      async () => {
        await api.users.setTier({ id, tier });
        toast({ title: m.admin_success(), description: m.users_tier_updated({ tier }) });
      },
      (error) => toastFailure(error, { title: m.admin_error(), description: m.users_tier_failed() }),
    );
  const setAdmin = ({ id, name }: UserRow, isAdmin: boolean) =>
    change(
      async () => {
        await (isAdmin ? api.users.grantAdmin({ id }) : api.users.revokeAdmin({ id }));
        toast(
          isAdmin
            ? { title: m.users_granted(), description: m.users_granted_text() }
            : { title: m.users_revoked(), description: m.users_revoked_text() },
        );
      },
      (error) => toastFailure(error, { title: m.admin_error(), description: adminFailure(error, name) }),
    );
  return { busy, setTier, setAdmin };
}

/** The message of a refusal that can be understood, else that it failed. */
function adminFailure(error: unknown, name: string): string {
  const code = failureCode(error);
  if (code === 'EMAIL_NOT_VERIFIED') return m.users_grant_why({ name });
  const isReported = code === 'LAST_ADMINISTRATOR' || code === 'USER_NOT_FOUND';
  return isReported ? errorCopy(error).description : m.users_admin_failed();
}
