import { type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { LeaveGuard } from '../dialogs/leave-guard.tsx';
import classes from './kept-while-sending.module.css';
import { SendingHolder } from './sending-holder.ts';

interface KeptWhileSendingProps {
  isShown: boolean;
  children: ReactNode;
}

/** A part of a page that is folded or on another tab: it goes, but is only hidden while a file in it is being uploaded. */
export function KeptWhileSending({ children, isShown }: KeptWhileSendingProps) {
  const above = use(SendingHolder);
  const holdAbove = above?.hold;
  const [held, setHeld] = useState(0);
  const hold = useCallback(() => {
    const letGo = holdAbove?.();
    setHeld((count) => count + 1);
    return () => {
      letGo?.();
      setHeld((count) => count - 1);
    };
  }, [holdAbove]);
  const isSeen = isShown && above?.isShown !== false;
  const holder = useMemo(() => ({ hold, isShown: isSeen }), [hold, isSeen]);
  return (
    <>
      {(isShown || held > 0) && (
        <SendingHolder value={holder}>
          <div className={classes.kept} hidden={!isShown}>
            {children}
          </div>
        </SendingHolder>
      )}
      {/* A dialog within what is hidden would not be seen. */}
      {!above && <UploadGuard isSending={held > 0} />}
    </>
  );
}

/** Asks before a page is left whose upload is not finished. */
export function UploadGuard({ isSending }: { isSending: boolean }) {
  return <LeaveGuard dirty={() => isSending} title={m.media_leave_title()} text={m.media_leave_text()} />;
}
