import { mergeCourses } from '#domain/courses/merge-courses';
import type { DraftKind } from '#web/lib/saving/drafts.ts';
import { type CourseValues, EMPTY_COURSE, toInput, withRowKeys } from './form-values.ts';

export const COURSE_DRAFTS: DraftKind<CourseValues> = {
  kind: 'course-draft',
  empty: EMPTY_COURSE,
  isValues: isCourse,
  textOf: (values) => {
    const { content, ...fields } = toInput(values);
    return { ...fields, content: content.map(({ id: _id, ...section }) => section) };
  },
  merge: mergeCourses,
  adapt: withRowKeys,
};

function isCourse(value: unknown): value is CourseValues {
  const { content, title } = (value ?? {}) as { content?: unknown; title?: unknown };
  return typeof title === 'string' && Array.isArray(content) && content.every(isSection);
}

function isSection(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'rowKey' in value && 'title' in value;
}
