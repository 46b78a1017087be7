import { useRef, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

interface CategorySelectProps {
  /** Those that aren't chosen yet. */
  categories: readonly { readonly id: string; readonly name: string }[];
  error: string | undefined;
  onChoose: (id: string) => void;
}

/**
 * Adds a category. The keyboard changes a closed list with every key: what it passes over is shown and not added before
 * Enter is pressed or the field is left.
 */
export function CategorySelect({ categories, error, onChoose }: CategorySelectProps) {
  const [passed, setPassed] = useState('');
  const isByKey = useRef(false);
  const take = (id: string) => {
    setPassed('');
    if (id !== '') onChoose(id);
  };
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
      value={passed}
      onPointerDown={() => {
        isByKey.current = false;
      }}
      onKeyDown={(event) => {
        isByKey.current = true;
        if (event.key !== 'Enter' || passed === '') return;
        event.preventDefault();
        take(passed);
      }}
      onChange={({ target }) => (isByKey.current ? setPassed(target.value) : take(target.value))}
      onBlur={() => take(passed)}
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
