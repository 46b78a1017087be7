import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { supportForm } from '#contract/support';
import type { UserRow } from '#contract/users';
import { failureCode } from '#web/lib/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextAreaField } from '#web/ui/text-field.tsx';

interface AskSupportProps {
  user: UserRow;
  open: boolean;
  onClose: () => void;
}

/** Asks why before an administrator sees what a user sees. */
export function AskSupport({ onClose, open, user }: AskSupportProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.support_title({ name: user.name })}>
      <ReasonForm id={user.id} onClose={onClose} />
    </Dialog>
  );
}

function ReasonForm({ id, onClose }: { id: string; onClose: () => void }) {
  const api = useApi();
  const form = useForm({ resolver: standardSchemaResolver(supportForm), defaultValues: { reason: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await api.support.start({ id, reason });
      // Another person sits here now: nothing of this page may stay.
      window.location.assign('/dashboard');
    } catch (error) {
      if (failureCode(error) !== 'PROOF_REQUIRED') toastFailure(error);
    }
  });
  return (
    <Form onSubmit={submit}>
      <p>{m.support_text()}</p>
      <TextAreaField
        label={m.support_reason()}
        help={m.support_reason_help()}
        rows={3}
        maxLength={500}
        autoFocus
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" disabled={isSubmitting}>
          {m.support_start()}
        </Button>
      </DialogActions>
    </Form>
  );
}
