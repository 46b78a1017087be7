import { useFormContext } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { MetaFields } from '#web/ui/fields/meta-fields.tsx';
import { TagInput } from '#web/ui/fields/tag-input.tsx';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { AuthorsField } from '../authors/authors-field.tsx';
import { CategoriesField } from '../categories/categories-field.tsx';
import { CoverField } from '../cover-field.tsx';
import type { CourseValues } from '../form-values.ts';
import { PlanField } from '../plan-field.tsx';
import classes from './post-form.module.css';

/** What belongs to a post besides its title and text. */
export function PostSettings() {
  const { formState, register, setValue, watch } = useFormContext<CourseValues>();
  const { errors } = formState;
  return (
    <section className={classes.settings} aria-label={m.posts_admin_settings()}>
      <TextAreaField
        label={m.admin_course_description()}
        help={m.posts_admin_description_help()}
        rows={4}
        spellCheck
        error={errors.description?.message}
        {...register('description')}
      />
      <CoverField />
      <PlanField />
      <AuthorsField />
      <CategoriesField />
      <TagInput
        label={m.admin_course_tags()}
        error={errors.tags?.message}
        value={watch('tags')}
        onChange={(tags) =>
          setValue('tags', tags, { shouldDirty: true, shouldValidate: formState.isSubmitted })
        }
      />
      <TextField
        label={m.admin_course_slug()}
        help={m.posts_admin_slug_help()}
        error={errors.slug?.message}
        {...register('slug')}
      />
      <MetaFields />
    </section>
  );
}
