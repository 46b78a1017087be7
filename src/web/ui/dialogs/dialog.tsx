import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { CloseIcon } from '../close-icon.tsx';
import classes from './dialog.module.css';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  size?: 'md' | 'lg';
  /** The id of what is read out with the title. */
  describedBy?: string;
}

const FIELD = 'input:not([type="hidden"], :disabled), textarea:not(:disabled), select:not(:disabled)';

/**
 * A window over the page: the browser's own dialog keeps the focus inside and closes on Escape. It begins in what takes the
 * focus by `autoFocus`, else in its first field; afterwards the focus is where it was.
 */
export function Dialog({ open, onClose, title, children, size = 'md', describedBy }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  // What is inside comes once the dialog is open: before that nothing in it can have the focus.
  const [shown, setShown] = useState(false);
  const [wasClosed, setWasClosed] = useState(false);
  /** Whether a press began and ended on the backdrop: selecting text past the edge ends in a click on the dialog, too. */
  const onBackdrop = useRef(false);
  const id = useId();
  useLayoutEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) dialog.current.close();
    setShown(open);
    // At a second Escape the browser closes it without asking: above it is shown again where it was to stay.
    if (wasClosed) setWasClosed(false);
  }, [open, wasClosed]);
  useLayoutEffect(() => {
    if (shown && document.activeElement === closer.current)
      dialog.current?.querySelector<HTMLElement>(FIELD)?.focus();
  }, [shown]);
  // Taken away while it is open it would take the focus with it.
  useLayoutEffect(() => {
    const it = dialog.current;
    return () => it?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog with Escape, which is onClose.
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-size={size}
      aria-labelledby={id}
      aria-describedby={describedBy}
      // The browser closes first and says so later: who opens it again in between would be told too late.
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (dialog.current?.open) return;
        onClose();
        setWasClosed(true);
      }}
      onPointerDown={(event) => {
        onBackdrop.current = event.target === dialog.current;
      }}
      onPointerUp={(event) => {
        onBackdrop.current &&= event.target === dialog.current;
      }}
      onClick={(event) => {
        if (onBackdrop.current && event.target === dialog.current) onClose();
      }}
    >
      {open && (
        <div className={classes.body}>
          <div className={classes.head}>
            <h2 id={id} className={classes.title}>
              {title}
            </h2>
            <button
              ref={closer}
              type="button"
              className={classes.close}
              aria-label={m.ui_close()}
              onClick={onClose}
            >
              <CloseIcon />
            </button>
          </div>
          {shown && children}
        </div>
      )}
    </dialog>
  );
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
