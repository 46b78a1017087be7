import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { m } from '#web/lib/messages.ts';
import { asksBeforeLeaving, type Guarded } from '#web/lib/saving/asks-before-leaving.ts';
import { holdPage } from '#web/lib/saving/held-page.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveGuardProps extends Guarded {
  /** By default 'Leave without saving?'. */
  title?: string;
  /** What is lost; by default 'Your changes are not saved yet.'. */
  text?: string;
}

/**
 * Asks before a page with unsaved changes is left, by a link or by closing the tab. A session that ends leads nobody away
 * from them, also while they are being saved.
 */
export function LeaveGuard({ dirty, isSent, settled, text, title }: LeaveGuardProps) {
  const latest = useRef<Guarded>({ dirty });
  useLayoutEffect(() => {
    latest.current = { dirty, isSent, settled };
  });
  const blocker = useBlocker({
    shouldBlockFn: useCallback(() => asksBeforeLeaving(() => latest.current), []),
    // A tab that closes may take a large save with it.
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  useEffect(() => holdPage(dirty), [dirty]);
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title={title ?? m.ui_leave_title()}
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
