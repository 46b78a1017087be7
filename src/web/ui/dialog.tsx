import { type ReactNode, useEffect, useId, useRef } from 'react';
import { m } from '#web/lib/messages.ts';
import { CloseIcon } from './close-icon.tsx';
import classes from './dialog.module.css';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  size?: 'md' | 'lg';
}

/** A window over the page: the browser's own dialog keeps the focus inside and closes on Escape. */
export function Dialog({ open, onClose, title, children, size = 'md' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) dialog.current.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog with Escape, which is onClose.
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-size={size}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      {open && (
        <div className={classes.body}>
          <div className={classes.head}>
            <h2 id={id} className={classes.title}>
              {title}
            </h2>
            <button
              type="button"
              className={classes.close}
              aria-label={m.ui_close()}
              onClick={() => dialog.current?.close()}
            >
              <CloseIcon />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
