import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { CourseValues } from '../form-values.ts';

/** The chapter of a section: a new one, or one that the course has already. */
export function ChapterField({ index }: { index: number }) {
  const id = useId();
  const { formState, getValues, register } = useFormContext<CourseValues>();
  const path = `content.${index}.chapter` as const;
  const known = new Set(getValues('content').map(({ chapter }) => chapter.trim()));
  return (
    <>
      <TextField
        label={m.admin_chapter()}
        help={m.admin_chapter_help()}
        error={formState.errors.content?.[index]?.chapter?.message}
        maxLength={200}
        list={id}
        autoComplete="off"
        {...register(path)}
      />
      <datalist id={id}>
        {[...known].map((title) => title !== '' && <option key={title} value={title} />)}
      </datalist>
    </>
  );
}
