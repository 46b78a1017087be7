import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';

interface PublishDialogProps {
  open: boolean;
  onCancel: () => void;
  onPublish: () => void;
}

/** Asks before the last mark of an attempt publishes its result. */
export function PublishDialog({ onCancel, onPublish, open }: PublishDialogProps) {
  return (
    <Dialog open={open} onClose={onCancel} title={m.marking_publish_title()}>
      <p>{m.marking_publish_text()}</p>
      <DialogActions>
        <Button variant="secondary" onClick={onCancel} autoFocus>
          {m.ui_cancel()}
        </Button>
        <Button onClick={onPublish}>{m.marking_publish()}</Button>
      </DialogActions>
    </Dialog>
  );
}
