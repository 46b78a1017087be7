import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Category, categoryForm } from '#contract/courses/categories';
import { failureCode } from '#web/lib/api/api-error.ts';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import type { Guarded } from '#web/lib/saving/asks-before-leaving.ts';
import { useSent } from '#web/lib/saving/use-sent.ts';
import { useVersionedForm } from '#web/lib/saving/use-versioned-form.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictDialog } from '#web/ui/dialogs/conflict-dialog.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { isEscape } from '#web/ui/fields/is-escape.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { differenceOf, type Fields } from '#web/ui/layout/difference.ts';
import classes from './category-manager.module.css';

type Values = z.output<typeof categoryForm>;
const resolver = standardSchemaResolver(categoryForm) as Resolver<Values>;
const FIELDS: Fields<Values> = {
  name: [m.admin_category_name],
  description: [m.admin_category_description],
};

interface DoneProps {
  onCancel: () => void;
  onSaved: () => void;
  /** Told whether something was typed that is not saved; false when the form goes. */
  onTyped: (isTyped: boolean) => void;
}

export function NewCategoryForm({ onCancel, onSaved, onTyped }: DoneProps) {
  const api = useApi();
  const form = useForm<Values>({ resolver, defaultValues: { name: '', description: '' } });
  const { isSent, sending, settled } = useSent(() => form.getValues());
  const save = (values: Values) =>
    sending(form.getValues(), () => api.categories.create(values)).then(onSaved, (error: unknown) =>
      sayRefused(error, form),
    );
  return (
    <CategoryFields
      form={form}
      sending={{ isSent, settled }}
      onCancel={onCancel}
      onSave={save}
      onTyped={onTyped}
    />
  );
}

export function EditCategoryForm({
  category,
  onCancel,
  onSaved,
  onTyped,
}: DoneProps & { category: Category }) {
  const api = useApi();
  const editing = useVersionedForm<Category & { version: number }, Values>({
    first: { ...category, version: 0 },
    resolver,
    valuesOf: ({ description, name }) => ({ name, description: description ?? '' }),
    // A category counts no versions: a save says what it began with.
    send: async (values, version, base) => ({
      ...(await api.categories.update({ ...values, id: category.id, base })),
      version,
    }),
    onSaved: (_saved, isMerged) => {
      onSaved();
      if (isMerged) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
    },
    onFailed: (error) => sayRefused(error, editing.form),
  });
  return (
    <>
      <CategoryFields
        form={editing.form}
        sending={editing}
        onCancel={onCancel}
        onTyped={onTyped}
        // The failure was shown already.
        onSave={(values) => editing.save(values).catch(() => undefined)}
      />
      <ConflictDialog
        title={m.admin_category_conflict()}
        saving={editing}
        compare={(mine, theirs) => differenceOf(FIELDS, mine, theirs)}
      />
    </>
  );
}

interface CategoryFieldsProps extends Omit<DoneProps, 'onSaved'> {
  form: UseFormReturn<Values>;
  sending: Omit<Guarded, 'dirty'>;
  onSave: (values: Values) => Promise<void>;
}

function CategoryFields({ form, onCancel, onSave, onTyped, sending }: CategoryFieldsProps) {
  const { errors, isDirty, isSubmitting } = form.formState;
  useEffect(() => {
    onTyped(isDirty);
    return () => onTyped(false);
  }, [isDirty, onTyped]);
  return (
    <div className={classes.form}>
      {/* Escape in any of the fields is Cancel. */}
      <Form onSubmit={form.handleSubmit(onSave)} onKeyDown={(event) => isEscape(event) && onCancel()}>
        <TextField
          label={m.admin_category_name()}
          autoFocus
          error={errors.name?.message}
          // What is typed while it is saved would go with the form.
          readOnly={isSubmitting}
          {...form.register('name')}
        />
        <TextField
          label={m.admin_category_description()}
          error={errors.description?.message}
          readOnly={isSubmitting}
          {...form.register('description')}
        />
        <div className={classes.end}>
          <Button type="submit" busy={isSubmitting}>
            {isSubmitting ? m.auth_saving() : m.admin_category_save()}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
        </div>
      </Form>
      <LeaveGuard dirty={() => isDirty} isSent={sending.isSent} settled={sending.settled} />
    </div>
  );
}

/** Says why a category was not saved. */
function sayRefused(error: unknown, form: UseFormReturn<Values>): void {
  const code = failureCode(error);
  if (code === 'CATEGORY_NAME_TAKEN')
    form.setError('name', { message: errorCopy(error).description }, { shouldFocus: true });
  else if (!showFieldErrors(error, form.setError))
    toastFailure(
      error,
      code === 'CATEGORY_NOT_FOUND'
        ? { description: m.admin_category_save_failed() }
        : { title: m.admin_category_save_failed() },
    );
}
