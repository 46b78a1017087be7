import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './sheet.module.css';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/** A panel from the left edge, 18 rem wide, on small screens. Closes on Escape, outside, and when a link in it is used. */
export function Sheet({ open, onClose, label, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) dialog.current.close();
  }, [open]);
  // Taken away while it is open it would take along what is said, which has moved into it.
  useLayoutEffect(() => {
    const it = dialog.current;
    return () => it?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog with Escape, which is onClose.
    <dialog
      ref={dialog}
      className={classes.sheet}
      aria-label={label}
      // As in dialogs: who opens it again before the browser has said that it closed would be told too late.
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      onClick={(event) => {
        const link = event.target instanceof Element && event.target.closest('a');
        if (link || event.target === dialog.current) dialog.current?.close();
      }}
    >
      {open && children}
    </dialog>
  );
}
