import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { revocationForm } from '#contract/exams/certificates';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import classes from './certificate-list.module.css';

interface RevokeDialogProps {
  open: boolean;
  busy: boolean;
  onCancel: () => void;
  onRevoke: (reason: string) => void;
}

/** Asks for the reason, which everybody sees. */
export function RevokeDialog({ busy, onCancel, onRevoke, open }: RevokeDialogProps) {
  const { formState, handleSubmit, register } = useForm<{ reason: string }>({
    resolver: standardSchemaResolver(revocationForm),
    defaultValues: { reason: '' },
  });
  return (
    <Dialog open={open} onClose={onCancel} title={m.certificates_admin_revoke_title()}>
      <form className={classes.form} noValidate onSubmit={handleSubmit(({ reason }) => onRevoke(reason))}>
        <p>{m.certificates_admin_revoke_text()}</p>
        <TextAreaField
          label={m.certificates_admin_reason()}
          help={m.certificates_admin_reason_help()}
          error={formState.errors.reason?.message}
          rows={3}
          maxLength={500}
          readOnly={busy}
          {...register('reason')}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" variant="danger" strong busy={busy}>
            {m.certificates_admin_revoke()}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
