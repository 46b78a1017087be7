import type { AnnouncementForm } from '#contract/administration/announcements';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';

interface SendDialogProps {
  /** What would be sent; null while nothing is asked. */
  asked: AnnouncementForm | null;
  busy: boolean;
  count: number;
  onCancel: () => void;
  onSend: (values: AnnouncementForm) => void;
}

/** Asks before an announcement goes out, and says to how many. */
export function SendDialog({ asked, busy, count, onCancel, onSend }: SendDialogProps) {
  return (
    <Dialog open={asked !== null} onClose={onCancel} title={m.announcements_confirm_title()}>
      <p>{asked && m.announcements_confirm_text({ count, subject: asked.subject })}</p>
      <DialogActions>
        <Button variant="secondary" onClick={onCancel} autoFocus>
          {m.ui_cancel()}
        </Button>
        <Button busy={busy} onClick={() => asked && onSend(asked)}>
          {busy ? m.announcements_sending() : m.announcements_confirm()}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
