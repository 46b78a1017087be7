import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useKeepFocus } from '#web/ui/use-keep-focus.ts';
import classes from '../course-form.module.css';
import type { CourseValues } from '../form-values.ts';
import { categoriesQuery } from '../queries.ts';
import { CategorySelect } from './category-select.tsx';
import { NewCategory } from './new-category.tsx';

/** The categories of a course or post, and a new one where none fits. */
export function CategoriesField() {
  const { formState, setValue, watch } = useFormContext<CourseValues>();
  const categories = useQuery(categoriesQuery(useApi())).data ?? [];
  const box = useKeepFocus<HTMLDivElement>();
  const chosen = watch('categories');
  const left = categories.filter(({ id }) => !chosen.includes(id));
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const choose = (next: string[]) =>
    setValue('categories', next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  return (
    <div {...box}>
      <CategorySelect
        categories={left}
        error={formState.errors.categories?.message}
        onChoose={(id) => choose([...chosen, id])}
      />
      <div className={classes.newCategory}>
        <NewCategory onAdded={(id) => choose([...chosen, id])} />
      </div>
      {chosen.length > 0 && (
        <ul className={classes.chosen}>
          {chosen.map((id) => (
            <li key={id}>
              {names.get(id) ?? '…'}
              <button
                type="button"
                aria-label={m.ui_remove({ name: names.get(id) ?? '' })}
                onClick={() => choose(chosen.filter((other) => other !== id))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
