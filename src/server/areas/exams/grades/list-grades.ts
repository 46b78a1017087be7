import type { Gradebook, GradedLearner } from '#contract/exams/grades';
import { canAdminister } from '#domain/access/can-administer';
import { countedResult } from '#domain/exams/results/counted-result';
import { wholePercent } from '#domain/exams/results/whole-percent';
import { storedExam } from '#server/areas/courses/catalogue/stored-exam';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectBook, selectLearners, selectTaken } from './grades-sql.ts';

const PAGE_SIZE = 50;

/** The learners of a course with what their exams came to, one page. Fails with COURSE_NOT_FOUND. */
export async function listGrades(
  { db }: Pick<Services, 'db'>,
  { viewer }: Caller,
  { courseId, page, q, size = PAGE_SIZE }: { courseId: string; q: string; page: number; size?: number },
): Promise<Gradebook> {
  authorise(canAdminister(viewer));
  const book = await selectBook(db.kysely, courseId);
  if (!book) throw new Failure('COURSE_NOT_FOUND');
  const exams = book.exams.flatMap(({ exam, section_id: sectionId, title }) => {
    const stored = storedExam(exam);
    return stored ? [{ sectionId, title, passMark: stored.passMark, counts: stored.settings.counts }] : [];
  });
  const rows = await selectLearners(db.kysely, {
    courseId,
    contains: q,
    limit: size,
    offset: (page - 1) * size,
  });
  const userIds = rows.map(({ user_id }) => user_id);
  const taken = await selectTaken(db.kysely, {
    userIds,
    sectionIds: exams.map(({ sectionId }) => sectionId),
  });
  const attemptsOf = Map.groupBy(taken, (one) => `${one.user_id} ${one.section_id}`);
  const resultsOf = (userId: string): GradedLearner['results'] =>
    exams.flatMap(({ counts, passMark, sectionId }) => {
      const own = attemptsOf.get(`${userId} ${sectionId}`);
      if (!own) return [];
      const counted = countedResult(
        own.filter(({ waiting }) => !waiting),
        { counts, passMark },
      );
      return [
        {
          sectionId,
          percent: counted && wholePercent(counted.percent),
          passed: counted?.passed ?? null,
          attempts: own.length,
          waiting: own.some(({ waiting }) => waiting),
          attemptId: own.findLast(({ unnamed }) => !unnamed)?.id ?? null,
        },
      ];
    });
  return {
    course: { id: courseId, title: book.title, slug: book.slug },
    exams,
    labs: [...book.labs],
    items: rows.map(({ completed_at, done, email, enrolled_at, name, total, user_id: userId }) => ({
      userId,
      name,
      email,
      done,
      total,
      enrolledAt: enrolled_at.toISOString(),
      completedAt: completed_at?.toISOString() ?? null,
      results: resultsOf(userId),
    })),
    total: rows[0]?.count ?? 0,
    page,
    pageSize: size,
  };
}
