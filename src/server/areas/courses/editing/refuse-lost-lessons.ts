import { lostLessons } from '#domain/courses/lost-lessons';
import { Failure } from '#server/failure';
import type { WantedSection } from './plan-sections.ts';

/**
 * Fails with BAD_INPUT where a question names a lesson that the course does not have; one that was removed since may stay,
 * so that its return brings the link back.
 */
export function refuseLostLessons(wanted: readonly WantedSection[], removed?: ReadonlySet<string>): void {
  const sections = wanted.map(({ exam, form, key }) => ({ key, exam, sectionType: form.sectionType }));
  const lost = lostLessons(sections, removed);
  if (lost.length === 0) return;
  throw new Failure('BAD_INPUT', {
    fields: Object.fromEntries(
      lost.map(({ lesson, path, section }) => [
        `content.${section}.exam.${path}`,
        `this course has no lesson ${lesson}`,
      ]),
    ),
  });
}
