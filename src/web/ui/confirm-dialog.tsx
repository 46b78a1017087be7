import type { ReactNode } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button } from './button.tsx';
import classes from './dialog.module.css';
import { Dialog, DialogActions } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onCancel: () => void;
  onConfirm: () => void;
  /** What will be lost, in full: 'This action cannot be undone. …' */
  text: ReactNode;
  /** 'Are you sure?' unless told otherwise. */
  title?: ReactNode;
  /** 'Delete' unless told otherwise. */
  confirm?: ReactNode;
  busy?: boolean;
}

/** Asks before something is lost. Cancel is focused first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onCancel, onConfirm, text, title, confirm, busy = false } = props;
  return (
    <Dialog open={open} onClose={onCancel} title={title ?? m.ui_confirm_title()}>
      <p className={classes.text}>{text}</p>
      <DialogActions>
        <Button variant="secondary" onClick={onCancel} autoFocus>
          {m.ui_cancel()}
        </Button>
        <Button variant="danger" strong onClick={onConfirm} busy={busy}>
          {confirm ?? m.ui_delete()}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
