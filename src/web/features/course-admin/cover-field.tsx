import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { CoverImage } from '#web/ui/badges/cover-image.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from './course-form.module.css';
import { CoverUpload } from './cover-upload.tsx';
import type { CourseValues } from './form-values.ts';
import { categoriesQuery } from './queries.ts';

/** The picture of a course or post: an address, an upload, and how it looks. */
export function CoverField() {
  const { formState, register, setValue, watch } = useFormContext<CourseValues>();
  const categories = useQuery(categoriesQuery(useApi())).data ?? [];
  const [chosen, slug, thumbnail] = watch(['categories', 'slug', 'thumbnail']);
  const { thumbnail: fault } = formState.errors;
  const change = { shouldDirty: true, shouldValidate: formState.isSubmitted } as const;
  return (
    <>
      <TextField
        label={m.admin_course_thumbnail()}
        help={m.admin_course_thumbnail_help()}
        error={fault?.message}
        {...register('thumbnail')}
      />
      <CoverUpload thumbnail={thumbnail} onChange={(address) => setValue('thumbnail', address, change)} />
      {!fault && slug && (
        <div className={classes.preview}>
          <CoverImage
            thumbnail={/^(https?:\/\/|\/)/.test(thumbnail) ? thumbnail : ''}
            slug={slug}
            category={categories.find(({ id }) => id === chosen[0])?.slug}
          />
        </div>
      )}
    </>
  );
}
