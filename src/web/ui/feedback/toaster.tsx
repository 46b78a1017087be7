import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { m } from '#web/lib/messages.ts';
import { dismissToast, type Toast, toasts } from '#web/lib/toast.ts';
import { CloseIcon } from '../close-icon.tsx';
import classes from './toaster.module.css';
import { useOpenDialog } from './use-open-dialog.ts';

const SHOWN_FOR = 6000;
/** What was said so shortly before its place was known has hardly been read out. */
const UNREAD_MS = 1000;

/** Shows what `toast` says, above dialogs, too; stays while hovered or focused; read out by screen readers. Once, in the document. */
export function Toaster() {
  const current = useSyncExternalStore(toasts.subscribe, toasts.current, toasts.none);
  const home = useRef<HTMLDivElement>(null);
  const knownAt = useOpenDialog(home);
  return (
    <div ref={home}>
      <section className={classes.region} aria-label={m.ui_toasts()} aria-live="polite" data-no-print>
        {current.map((one) => (
          <SaidToast key={one.id} toast={one} knownAt={knownAt} />
        ))}
      </section>
    </div>
  );
}

/** Said anew where it is now as long as it has hardly been read out; from then on it stays the one that was said last. */
function SaidToast({ knownAt, toast }: { toast: Toast; knownAt: number }) {
  const [saidAt, setSaidAt] = useState(0);
  const isUnread = toast.at <= knownAt && knownAt - toast.at < UNREAD_MS;
  if (isUnread && saidAt !== knownAt) setSaidAt(knownAt);
  return <OneToast key={saidAt} toast={toast} />;
}

function OneToast({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timeout = setTimeout(() => dismissToast(toast.id), SHOWN_FOR);
    return () => clearTimeout(timeout);
  }, [held, toast.id]);
  const hold = { onMouseEnter: () => setHeld(true), onFocus: () => setHeld(true) };
  const release = { onMouseLeave: () => setHeld(false), onBlur: () => setHeld(false) };
  return (
    <div
      className={classes.toast}
      role={toast.variant === 'destructive' ? 'alert' : undefined}
      data-variant={toast.variant}
      {...hold}
      {...release}
    >
      <div className={classes.title}>{toast.title}</div>
      {toast.description && <div className={classes.description}>{toast.description}</div>}
      {toast.action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            toast.action?.run();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        className={classes.close}
        aria-label={m.ui_close()}
        onClick={() => dismissToast(toast.id)}
      >
        <CloseIcon />
      </button>
    </div>
  );
}
