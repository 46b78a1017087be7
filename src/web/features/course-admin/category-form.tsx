import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { type Category, categoryForm } from '#contract/categories';
import { failureCode } from '#web/lib/api-error.ts';
import { errorCopy } from '#web/lib/error-copy.ts';
import { showFieldErrors } from '#web/lib/form-errors.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import classes from './category-manager.module.css';

interface CategoryFormProps {
  /** Null for a new one. */
  category: Category | null;
  onCancel: () => void;
  onSaved: () => void;
}

export function CategoryForm({ category, onCancel, onSaved }: CategoryFormProps) {
  const api = useApi();
  const form = useForm({
    resolver: standardSchemaResolver(categoryForm),
    defaultValues: { name: category?.name ?? '', description: category?.description ?? '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      if (category) await api.categories.update({ ...values, id: category.id });
      else await api.categories.create(values);
      onSaved();
    } catch (error) {
      const code = failureCode(error);
      if (code === 'CATEGORY_NAME_TAKEN')
        form.setError('name', { message: errorCopy(code).description }, { shouldFocus: true });
      else if (!showFieldErrors(error, form.setError))
        toastFailure(
          error,
          code === 'CATEGORY_NOT_FOUND'
            ? { description: m.admin_category_save_failed() }
            : { title: m.admin_category_save_failed() },
        );
    }
  });
  return (
    <div className={classes.form}>
      {/* Escape in any of the fields is Cancel. */}
      <Form onSubmit={submit} onKeyDown={({ key }) => key === 'Escape' && onCancel()}>
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
