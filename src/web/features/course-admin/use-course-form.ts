import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type FieldErrors, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { courseForm } from '#contract/course-form';
import { mergeCourses } from '#domain/courses/merge-courses';
import { useVersionedForm } from '#web/lib/use-versioned-form.ts';
import type { Saving } from '#web/lib/use-versioned-save.ts';
import { type CourseValues, type SectionValues, toInput } from './form-values.ts';

/** Checks what will be sent, with the drawn cover where no thumbnail was named. */
const check = standardSchemaResolver(courseForm);
const resolver: Resolver<CourseValues> = async (values, context, options) => {
  const { errors } = await check(toInput(values), context, options as never);
  const hasErrors = Object.keys(errors).length > 0;
  return hasErrors ? { values: {}, errors: errors as FieldErrors<CourseValues> } : { values, errors: {} };
};

/** The form of a course or post that does not exist yet. */
export function useCourseForm(values: CourseValues): UseFormReturn<CourseValues> {
  return useForm<CourseValues>({ resolver, defaultValues: values, shouldFocusError: true });
}

/** The form of a course or post that exists. */
export function useVersionedCourse<Stored extends { readonly version: number }>(
  saving: Saving<Stored, CourseValues>,
) {
  return useVersionedForm({ ...saving, resolver, merge: mergeCourses, adapt: withRowKeys });
}

/** Sections go on under the keys they have on the screen, so that the open one stays open. */
function withRowKeys(values: CourseValues, before: CourseValues, isSent: boolean): CourseValues {
  const keys = new Map(before.content.map(({ id, rowKey }) => [id, rowKey]));
  const unsaved = before.content.filter(({ id }) => id === undefined);
  const keyOf = ({ id, title }: SectionValues) => {
    if (keys.has(id) || !isSent) return keys.get(id);
    // It had no id before this save.
    const at = unsaved.findIndex((section) => section.title.trim() === title);
    return at < 0 ? undefined : unsaved.splice(at, 1)[0]?.rowKey;
  };
  const content = values.content.map((section) => ({ ...section, rowKey: keyOf(section) ?? section.rowKey }));
  return { ...values, content };
}
