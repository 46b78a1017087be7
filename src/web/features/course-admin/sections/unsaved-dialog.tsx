import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';

interface UnsavedDialogProps {
  open: boolean;
  title: string;
  text: string;
  onClose: () => void;
}

/** Says that something has to be saved first. */
export function UnsavedDialog({ onClose, open, text, title }: UnsavedDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <p>{text}</p>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_close()}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
