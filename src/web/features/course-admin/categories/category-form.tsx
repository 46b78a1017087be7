import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Category, categoryForm } from '#contract/courses/categories';
import { failureCode } from '#web/lib/api/api-error.ts';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useVersionedForm } from '#web/lib/saving/use-versioned-form.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictDialog } from '#web/ui/dialogs/conflict-dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
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
}

export function NewCategoryForm({ onCancel, onSaved }: DoneProps) {
  const api = useApi();
  const form = useForm<Values>({ resolver, defaultValues: { name: '', description: '' } });
  const save = (values: Values) =>
    api.categories.create(values).then(onSaved, (error: unknown) => sayRefused(error, form));
  return <CategoryFields form={form} onCancel={onCancel} onSave={save} />;
}

export function EditCategoryForm({ category, onCancel, onSaved }: DoneProps & { category: Category }) {
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
        onCancel={onCancel}
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

interface CategoryFieldsProps {
  form: UseFormReturn<Values>;
  onCancel: () => void;
  onSave: (values: Values) => Promise<void>;
}

function CategoryFields({ form, onCancel, onSave }: CategoryFieldsProps) {
  const { errors, isSubmitting } = form.formState;
  return (
    <div className={classes.form}>
      {/* Escape in any of the fields is Cancel. */}
      <Form onSubmit={form.handleSubmit(onSave)} onKeyDown={({ key }) => key === 'Escape' && onCancel()}>
        <TextField
          label={m.admin_category_name()}
          autoFocus
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextField
          label={m.admin_category_description()}
          error={errors.description?.message}
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
