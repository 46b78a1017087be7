import { useBlocker } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Whether something would be lost; asked at the moment of leaving. */
  when: () => boolean;
  /** What is lost; 'Your changes are not saved yet.' unless told otherwise. */
  text?: string;
}

/** Asks before a page with unsaved changes is left, by a link or by closing the tab. */
export function LeaveGuard({ text, when }: LeaveGuardProps) {
  const blocker = useBlocker({ shouldBlockFn: when, enableBeforeUnload: when, withResolver: true });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title={m.ui_leave_title()}
      text={text ?? m.ui_leave_text()}
      confirm={m.ui_leave()}
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
