import { useState } from 'react';
import { REPORT_MAX } from '#domain/comments/limits';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';

/** Asks what is wrong with a comment and tells the administrators. */
export function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { comments } = useApi();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const send = async () => {
    if (reason.trim() === '') return setProblem(m.comments_report_empty());
    setSending(true);
    try {
      await comments.report({ id, reason: reason.trim() });
      toast({ title: m.comments_reported(), description: m.comments_reported_text() });
      onClose();
    } catch (error) {
      toastFailure(error, { title: m.comments_report_failed() });
      setSending(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={m.comments_report_title()}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextAreaField
          label={m.comments_report_label()}
          help={m.comments_report_help()}
          error={problem}
          value={reason}
          readOnly={sending}
          maxLength={REPORT_MAX}
          onChange={(event) => {
            setReason(event.target.value);
            setProblem(undefined);
          }}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" busy={sending}>
            {sending ? m.comments_report_sending() : m.comments_report_send()}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
