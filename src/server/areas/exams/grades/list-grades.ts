import type { Gradebook, GradedLearner } from '#contract/exams/grades';
import { canAdminister } from '#domain/access/can-administer';
import { countedResult, finalResult } from '#domain/exams/results/counted-result';
import { wholePercent } from '#domain/exams/results/whole-percent';
import { authorise } from '#server/authorise';
import { cutPage, fromUserCursor, toStretch, toUserCursor } from '#server/cursor';
import type { Caller, Services } from '#server/services';
import { type LearnerRow, selectLearners, selectTaken } from './grades-sql.ts';
import { loadBook } from './load-book.ts';

const PAGE_SIZE = 50;

interface Query {
  readonly courseId: string;
  readonly q: string;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly page: 'first' | 'last';
}

/**
 * The learners of a course by name with what their exams came to, one page. Fails with COURSE_NOT_FOUND, and with
 * BAD_INPUT for a cursor that is not ours.
 */
export async function listGrades(
  { db }: Pick<Services, 'db'>,
  { viewer }: Caller,
  { courseId, q, ...place }: Query,
): Promise<Gradebook> {
  authorise(canAdminister(viewer));
  const { exams, ...book } = await loadBook(db.kysely, courseId);
  const stretch = toStretch(place, (text) => fromUserCursor('name', text));
  const { backwards, from } = stretch;
  const limit = PAGE_SIZE + 1;
  const read = await selectLearners(db.kysely, { courseId, contains: q, from, backwards, limit });
  const toText = ({ key, user_id: id }: LearnerRow) => toUserCursor('name', { key, id });
  const { rows, ...neighbors } = cutPage(read, { size: PAGE_SIZE, toText, stretch });
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
      const counted = countedResult(own.map(finalResult), { counts, passMark });
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
    ...book,
    exams,
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
    ...neighbors,
  };
}
