import { useFormContext } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { useTitleSlug } from '#web/ui/writing/use-title-slug.ts';
import type { CourseValues } from './form-values.ts';

/** Title, description and slug. While a course is new its slug follows the title until somebody writes it. */
export function BasicFields({ isNew }: { isNew: boolean }) {
  const { formState, register } = useFormContext<CourseValues>();
  const { errors } = formState;
  const follow = useTitleSlug(isNew);
  return (
    <>
      <TextField
        label={m.admin_course_title()}
        autoFocus={isNew}
        error={errors.title?.message}
        {...register('title', { onChange: (event) => follow(event.target.value) })}
      />
      <TextAreaField
        label={m.admin_course_description()}
        rows={5}
        error={errors.description?.message}
        {...register('description')}
      />
      <TextField
        label={m.admin_course_slug()}
        help={m.admin_course_slug_help()}
        error={errors.slug?.message}
        {...register('slug')}
      />
    </>
  );
}
