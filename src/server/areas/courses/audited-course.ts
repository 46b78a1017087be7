import type { EditCourse } from '#contract/courses';

/** A course as an audit row keeps it: everything, with the texts as well, so that a lost one can be found again. */
export function auditedCourse({ updatedAt: _, ...course }: EditCourse): object {
  return course;
}

/** Before and after of a change; texts that stayed the same are left out of both. */
export function auditedChange(before: EditCourse, after: EditCourse): { before: object; after: object } {
  const texts = (course: EditCourse) => new Map(course.content.map(({ content, id }) => [id, content]));
  const [old, now] = [texts(before), texts(after)];
  const trim = (course: EditCourse) => ({
    ...auditedCourse(course),
    content: course.content.map(({ content, ...section }) =>
      old.get(section.id) === now.get(section.id) ? section : { ...section, content },
    ),
  });
  return { before: trim(before), after: trim(after) };
}
