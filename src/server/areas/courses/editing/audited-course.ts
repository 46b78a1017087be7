import { isDeepStrictEqual } from 'node:util';
import type { EditCourse } from '#contract/courses/courses';

/** A course as an audit row keeps it: everything, with the texts as well, so that a lost one can be found again. */
export function auditedCourse({ updatedAt: _, ...course }: EditCourse): object {
  return course;
}

/** Before and after of a change; texts and exams that stayed the same are left out of both. */
export function auditedChange(before: EditCourse, after: EditCourse): { before: object; after: object } {
  const texts = (course: EditCourse) =>
    new Map(course.content.map(({ content, exam, id }) => [id, { content, exam }]));
  const [old, now] = [texts(before), texts(after)];
  const trim = (course: EditCourse) => ({
    ...auditedCourse(course),
    content: course.content.map(({ content, exam, ...section }) => {
      const [was, is] = [old.get(section.id), now.get(section.id)];
      return {
        ...section,
        ...(was?.content !== is?.content && { content }),
        ...(!isDeepStrictEqual(was?.exam, is?.exam) && { exam }),
      };
    }),
  });
  return { before: trim(before), after: trim(after) };
}
