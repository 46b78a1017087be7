import { type ReactNode, useId } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button } from '../button.tsx';
import { type Agreed, useHeld } from '../use-held.ts';
import classes from './dialog.module.css';
import { Dialog, DialogActions } from './dialog.tsx';

interface AnswersProps {
  onCancel: () => void;
  onConfirm: Agreed;
  /** By default 'Delete'. */
  confirm?: ReactNode;
  /** By default 'Cancel'. */
  cancel?: ReactNode;
}

interface ConfirmDialogProps extends AnswersProps {
  open: boolean;
  /** What will be lost, in full: 'This action cannot be undone. …' */
  text: ReactNode;
  /** By default 'Are you sure?'. */
  title?: ReactNode;
}

/** Asks before something is lost. Cancel is focused first; what is agreed to is done once. */
export function ConfirmDialog({ open, text, title, ...answers }: ConfirmDialogProps) {
  const id = useId();
  return (
    <Dialog open={open} onClose={answers.onCancel} title={title ?? m.ui_confirm_title()} describedBy={id}>
      <p id={id} className={classes.text}>
        {text}
      </p>
      <Answers {...answers} />
    </Dialog>
  );
}

function Answers({ cancel, confirm, onCancel, onConfirm }: AnswersProps) {
  const { busy, run } = useHeld(onConfirm);
  return (
    <DialogActions>
      <Button variant="secondary" onClick={onCancel} autoFocus>
        {cancel ?? m.ui_cancel()}
      </Button>
      <Button variant="danger" strong onClick={run} busy={busy}>
        {confirm ?? m.ui_delete()}
      </Button>
    </DialogActions>
  );
}
