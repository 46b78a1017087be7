import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { bankForm } from '#contract/questions/bank-form';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import classes from './banks.module.css';

export type BankValues = z.output<typeof bankForm>;
export const bankResolver = standardSchemaResolver(bankForm) as Resolver<BankValues>;

interface BankDialogProps {
  title: string;
  form: UseFormReturn<BankValues>;
  onClose: () => void;
  /** Saves. Never rejects: what went wrong is said. */
  onSave: (values: BankValues) => Promise<void>;
}

/** Title and description of a bank. */
export function BankDialog({ form, onClose, onSave, title }: BankDialogProps) {
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog open onClose={onClose} title={title}>
      <form onSubmit={form.handleSubmit(onSave)} noValidate className={classes.form}>
        <TextField
          label={m.banks_title_label()}
          error={errors.title?.message}
          readOnly={isSubmitting}
          {...form.register('title')}
        />
        <TextAreaField
          label={m.banks_description()}
          rows={3}
          error={errors.description?.message}
          readOnly={isSubmitting}
          {...form.register('description')}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" busy={isSubmitting}>
            {isSubmitting ? m.auth_saving() : m.banks_save()}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface NewBankProps {
  onClose: () => void;
  /** Creates it; may reject with an ApiError. */
  onCreate: (values: BankValues) => Promise<void>;
}

/** A bank that does not exist yet. */
export function NewBank({ onClose, onCreate }: NewBankProps) {
  const form = useForm<BankValues>({
    resolver: bankResolver,
    defaultValues: { title: '', description: '' },
  });
  const save = (values: BankValues) => onCreate(values).catch((error: unknown) => sayRefused(error, form));
  return <BankDialog title={m.banks_create()} form={form} onClose={onClose} onSave={save} />;
}

/** Says why a bank was not saved. */
export function sayRefused(error: unknown, form: UseFormReturn<BankValues>): void {
  if (!showFieldErrors(error, form.setError)) toastFailure(error, { title: m.banks_save_failed() });
}
