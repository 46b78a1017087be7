import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { failureCode } from '#web/lib/api-error.ts';
import { changeSession } from '#web/lib/change-session.ts';
import { dropDrafts } from '#web/lib/drafts.ts';
import { m } from '#web/lib/messages.ts';
import { keepSession, useApi } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';

const LOGIN: string = '/login';

/** Ends the session, forgets what this page knew, and goes to /login in any case (spec section 4). */
export function useLogout(): () => Promise<void> {
  const api = useApi();
  const router = useRouter();
  const queryClient = useQueryClient();
  return async () => {
    // What is asked as a member from now on would be refused: what runs is stopped, and nothing new is begun meanwhile.
    const { queries, ...others } = queryClient.getDefaultOptions();
    queryClient.setDefaultOptions({ ...others, queries: { ...queries, enabled: false } });
    void queryClient.cancelQueries();
    const failure = await api.accounts.signOut().then(
      () => null,
      (error: unknown) => error,
    );
    queryClient.setDefaultOptions({ ...others, ...(queries && { queries }) });
    dropDrafts();
    // The guard of /login must already find nobody.
    keepSession(queryClient, { user: null });
    if (failure)
      toast({ title: m.shell_logout_issue(), description: issue(failure), variant: 'destructive' });
    else toast({ title: m.shell_logout_done(), description: m.shell_logout_done_text() });
    await router.navigate({ to: LOGIN, replace: true });
    await changeSession(router, queryClient, { user: null });
  };
}

function issue(failure: unknown): string {
  const answered = failureCode(failure) !== null && failureCode(failure) !== 'UNREACHABLE';
  return answered ? m.shell_logout_issue_cleared() : m.shell_logout_issue_redirecting();
}
