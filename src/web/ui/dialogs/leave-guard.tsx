import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '#web/lib/messages.ts';
import { holdPage } from '#web/lib/saving/held-page.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Whether something here is not saved yet; asked at the moment of leaving. */
  dirty: () => boolean;
  /** Whether all of it is being saved: leaving the page now asks nothing. */
  isSent?: () => boolean;
  /** What is lost; by default 'Your changes are not saved yet.'. */
  text?: string;
}

/**
 * Asks before a page with unsaved changes is left, by a link or by closing the tab. A session that ends leads nobody away
 * from them, also while they are being saved.
 */
export function LeaveGuard({ dirty, isSent, text }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: () => dirty() && !isSent?.(),
    // A tab that closes may take a large save with it.
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  useEffect(() => holdPage(dirty), [dirty]);
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title={m.ui_leave_title()}
      text={text ?? m.ui_leave_text()}
      confirm={m.ui_leave()}
      onCancel={() => blocker.reset?.()}
      onConfirm={() => {
        blocker.proceed?.();
        return null;
      }}
    />
  );
}
