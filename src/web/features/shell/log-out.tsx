import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Api } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { forgetAll, hasUnsaved } from '#web/lib/saving/kept.ts';
import { changeSession } from '#web/lib/session/change-session.ts';
import { keepSession, keptSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';

const LOGIN: string = '/login';

interface Page {
  readonly api: Api;
  readonly router: AnyRouter;
  readonly queryClient: QueryClient;
}

/** Ends the session, forgets what this page and this browser knew, and goes to /login in any case (spec section 4). */
export async function logOut({ api, queryClient, router }: Page): Promise<void> {
  const isUnsaved = hasUnsaved();
  if (isUnsaved && !(await confirmLoss())) return;
  // What is asked as a member from now on would be refused: what runs is stopped, and nothing new is started meanwhile.
  const { queries, ...others } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, enabled: false } });
  void queryClient.cancelQueries();
  const failure = await api.accounts.signOut().then(
    () => null,
    (error: unknown) => error,
  );
  queryClient.setDefaultOptions({ ...others, ...(queries && { queries }) });
  forgetAll(keptSession(queryClient)?.user?.id ?? null);
  // The guard of /login must already find nobody.
  keepSession(queryClient, { user: null });
  if (failure) toast({ title: m.shell_logout_issue(), description: issue(failure), variant: 'destructive' });
  else toast({ title: m.shell_logout_done(), description: m.shell_logout_done_text() });
  // Who agreed to lose what was typed is not asked again by the form.
  await router.navigate({ to: LOGIN, replace: true, ignoreBlocker: isUnsaved });
  await changeSession(router, queryClient, { user: null });
}

function issue(failure: unknown): string {
  const answered = failureCode(failure) !== null && failureCode(failure) !== 'UNREACHABLE';
  return answered ? m.shell_logout_issue_cleared() : m.shell_logout_issue_redirecting();
}

/** Asks over whatever page there is; answers whether to log out all the same. */
function confirmLoss(): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise((resolve) => {
    const finish = (isAgreed: boolean) => {
      resolve(isAgreed);
      // Once the dialog has given the focus back.
      setTimeout(() => {
        root.unmount();
        place.remove();
      });
    };
    root.render(<LossDialog onDone={finish} />);
  });
}

function LossDialog({ onDone }: { onDone: (isAgreed: boolean) => void }) {
  const [open, setOpen] = useState(true);
  const close = (isAgreed: boolean) => {
    if (open) onDone(isAgreed);
    setOpen(false);
  };
  return (
    <ConfirmDialog
      open={open}
      title={m.shell_logout_unsaved()}
      text={m.shell_logout_unsaved_text()}
      confirm={m.shell_logout_anyway()}
      onCancel={() => close(false)}
      onConfirm={() => {
        close(true);
        return null;
      }}
    />
  );
}
