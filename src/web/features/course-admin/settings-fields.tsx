import { useFormContext } from 'react-hook-form';
import { LEVELS } from '#domain/courses/vocabulary';
import { m } from '#web/lib/messages.ts';
import { levelWord } from '#web/ui/badges/level-badge.tsx';
import { TagInput } from '#web/ui/fields/tag-input.tsx';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import { AuthorsField } from './authors/authors-field.tsx';
import { CategoriesField } from './categories/categories-field.tsx';
import classes from './course-form.module.css';
import { CoverField } from './cover-field.tsx';
import type { CourseValues } from './form-values.ts';
import { PlanField } from './plan-field.tsx';

/** Difficulty, plan, categories, tags, outcomes and the picture. */
export function SettingsFields() {
  const { formState, register, setValue, watch } = useFormContext<CourseValues>();
  const { errors } = formState;
  const [outcomes, tags] = watch(['outcomes', 'tags']);
  const change = { shouldDirty: true, shouldValidate: formState.isSubmitted } as const;
  return (
    <>
      <div className={classes.pair}>
        <SelectField label={m.admin_course_level()} {...register('level')}>
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {levelWord(level)}
            </option>
          ))}
        </SelectField>
        <PlanField />
      </div>
      <AuthorsField />
      <CategoriesField />
      <TagInput
        label={m.admin_course_tags()}
        error={errors.tags?.message}
        value={tags}
        onChange={(next) => setValue('tags', next, change)}
      />
      <TagInput
        label={m.courses_outcomes()}
        help={m.admin_course_outcomes_help()}
        error={errors.outcomes?.message}
        value={outcomes}
        onChange={(next) => setValue('outcomes', next, change)}
      />
      <CoverField />
    </>
  );
}
