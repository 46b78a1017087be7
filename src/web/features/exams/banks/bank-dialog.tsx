import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { BankRow } from '#contract/banks';
import { bankForm } from '#contract/questions/bank-form';
import { ApiError, failureCode } from '#web/lib/api-error.ts';
import { showFieldErrors } from '#web/lib/form-errors.ts';
import { m } from '#web/lib/messages.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { TextAreaField, TextField } from '#web/ui/text-field.tsx';
import classes from './banks.module.css';

type Values = z.output<typeof bankForm>;

interface BankDialogProps {
  title: string;
  values: Values;
  onClose: () => void;
  /** Told of the bank as somebody else saved it meanwhile. */
  onConflict?: (current: BankRow) => void;
  /** Saves; may reject with an ApiError. */
  onSave: (values: Values) => Promise<void>;
}

/** Title and description of a bank. */
export function BankDialog({ onClose, onConflict, onSave, title, values }: BankDialogProps) {
  const form = useForm<z.input<typeof bankForm>, unknown, Values>({
    resolver: standardSchemaResolver(bankForm),
    defaultValues: values,
  });
  const { errors, isSubmitting } = form.formState;
  const save = form.handleSubmit(async (next) => {
    try {
      await onSave(next);
    } catch (error) {
      if (failureCode(error) === 'VERSION_CONFLICT' && error instanceof ApiError) {
        const { current } = error.data as { current: BankRow };
        form.setError('root', { message: m.banks_conflict({ title: current.title }) });
        onConflict?.(current);
      } else if (!showFieldErrors(error, form.setError))
        toastFailure(error, { title: m.banks_save_failed() });
    }
  });
  return (
    <Dialog open onClose={onClose} title={title}>
      <form onSubmit={save} noValidate className={classes.form}>
        <TextField label={m.banks_title_label()} error={errors.title?.message} {...form.register('title')} />
        <TextAreaField
          label={m.banks_description()}
          rows={3}
          error={errors.description?.message}
          {...form.register('description')}
        />
        {errors.root && (
          <p className={classes.fault} role="alert">
            {errors.root.message}
          </p>
        )}
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? m.auth_saving() : m.banks_save()}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
