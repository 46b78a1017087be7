import { isDeepStrictEqual } from 'node:util';
import type { Drafted, EditCourse } from '#contract/courses/courses';

interface Kept {
  readonly based_on: number;
  readonly base: EditCourse;
  readonly content: Drafted;
}

/** A draft as an audit row keeps it: texts and exams that are those of the live text are left out. */
export function auditedDraft({ base, based_on, content }: Kept): object {
  const live = new Map(base.content.map((section) => [section.id, section]));
  return {
    ...content,
    basedOn: based_on,
    content: content.content.map(({ content: text, exam, rowKey: _, ...section }) => {
      const before = live.get(section.id ?? '');
      return {
        ...section,
        ...(text !== before?.content && { content: text }),
        ...(!isDeepStrictEqual(exam, before?.exam) && { exam }),
      };
    }),
  };
}
