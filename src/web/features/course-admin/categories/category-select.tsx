import { m } from '#web/lib/messages.ts';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import { usePassed } from '#web/ui/fields/use-passed.ts';
import { TextLink } from '#web/ui/text-link.tsx';

interface CategorySelectProps {
  /** Those that aren't chosen yet. */
  categories: readonly { readonly id: string; readonly name: string }[];
  error: string | undefined;
  onChoose: (id: string) => void;
}

/** Adds a category. */
export function CategorySelect({ categories, error, onChoose }: CategorySelectProps) {
  const passed = usePassed('', onChoose);
  return (
    <SelectField
      label={m.admin_course_categories()}
      help={
        <>
          {m.admin_course_categories_help()}{' '}
          <TextLink to="/admin/categories">{m.admin_categories_title()}</TextLink>
        </>
      }
      error={error}
      {...passed}
    >
      <option value="">{m.admin_course_category_add()}</option>
      {categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
