import type { Gradebook } from '#contract/exams/grades';
import { storedExam } from '#server/areas/courses/catalogue/stored-exam';
import type { Reader } from '#server/db/client';
import { Failure } from '#server/failure';
import { selectBook } from './grades-sql.ts';

export type GradedExam = Gradebook['exams'][number];

/** A course with its labs, and its exams with the rules by which their results count. Fails with COURSE_NOT_FOUND. */
export async function loadBook(
  db: Reader,
  courseId: string,
): Promise<Pick<Gradebook, 'course' | 'exams' | 'labs'>> {
  const book = await selectBook(db, courseId);
  if (!book) throw new Failure('COURSE_NOT_FOUND');
  const exams = book.exams.flatMap(({ exam, section_id: sectionId, title }) => {
    const stored = storedExam(exam);
    return stored ? [{ sectionId, title, passMark: stored.passMark, counts: stored.settings.counts }] : [];
  });
  return { course: { id: courseId, title: book.title, slug: book.slug }, exams, labs: [...book.labs] };
}
