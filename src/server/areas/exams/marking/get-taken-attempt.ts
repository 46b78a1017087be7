import type { z } from 'zod';
import type { answer as answerShape } from '#contract/exams/exams';
import type { TakenAttempt } from '#contract/exams/grades';
import { canAdminister } from '#domain/access/can-administer';
import { answerSeconds } from '#domain/exams/attempts/answer-seconds';
import type { Answer } from '#domain/exams/kinds/kind';
import { type ExamResult, gradeExam } from '#domain/exams/results/grade-exam';
import { rounded } from '#domain/exams/results/rounded';
import { wholePercent } from '#domain/exams/results/whole-percent';
import { authorise } from '#server/authorise';
import type { Reader } from '#server/db/client';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectTimesOf } from '../attempts/given-sql.ts';
import { selectTaken, selectTaker, type TakenRow } from '../grades/grades-sql.ts';
import { countLate } from '../late/late-sql.ts';
import { realAnswers } from '../paper/real-answers.ts';
import { toPaper } from '../paper/to-paper.ts';
import { type AttemptRow, selectAttempt } from '../sql.ts';
import { selectExamPlace, selectMarks } from './marking-sql.ts';
import { marksOf } from './marks-of.ts';
import { reviewOf } from './review-of.ts';

/**
 * A learner's attempt as an administrator reads it: what was asked and answered, when, and what it earned. One that is marked
 * without names is nobody's until it has a result. Fails with ATTEMPT_NOT_FOUND.
 */
export async function getTakenAttempt(
  { db }: Pick<Services, 'db'>,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<TakenAttempt> {
  authorise(canAdminister(viewer));
  const row = await selectAttempt(db.kysely, id);
  if (!row) throw new Failure('ATTEMPT_NOT_FOUND');
  const { exam, section_id: sectionId, user_id: userId } = row;
  const all = await selectTaken(db.kysely, { userIds: [userId], sectionIds: [sectionId] });
  const named = all.filter(({ unnamed }) => !unnamed);
  const learner = await selectTaker(db.kysely, userId);
  const place = await selectExamPlace(db.kysely, sectionId);
  if (!learner || !place || !named.some((each) => each.id === id)) throw new Failure('ATTEMPT_NOT_FOUND');
  const answers = await realAnswers(db.kysely, id, row.asked);
  const result = await resultOf(db.kysely, row, answers);
  return {
    id,
    number: row.number,
    learner,
    endedBy: row.ended_by,
    exam: { sectionId, title: place.exam_title, passMark: exam.passMark },
    course: { id: place.course_id, title: place.course_title },
    startedAt: row.started_at.toISOString(),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    result: row.waiting || !result ? null : verdictOf(result),
    regraded: row.graded_version_id !== null,
    questions: toPaper(row.asked, row),
    answers: Object.fromEntries([...answers].map(([question, answer]) => [question, toReply(answer)])),
    review: result ? reviewOf(exam, result, row.html) : [],
    unmarked: [...(result?.waiting ?? [])],
    marks: result ? await marksOf(db.kysely, row) : [],
    late: await countLate(db.kysely, id),
    times: await timesOf(db.kysely, row),
    attempts: named.map(toTaken),
  };
}

/** What it comes to; as long as something has still to be marked, by the marks that there are. */
async function resultOf(
  db: Reader,
  { exam, id, result, waiting }: AttemptRow,
  answers: ReadonlyMap<string, Answer>,
): Promise<ExamResult | null> {
  if (!waiting) return result;
  const given = await selectMarks(db, id);
  const marks = new Map(
    given.flatMap(({ part, question }) => (part === null ? [] : [[question, part] as const])),
  );
  return gradeExam(exam, answers, marks);
}

function verdictOf({ maxPoints, passed, percent, points }: ExamResult) {
  return { passed, percent: wholePercent(percent), points: rounded(points, 2), maxPoints };
}

async function timesOf(db: Reader, row: AttemptRow): Promise<TakenAttempt['times']> {
  const given = (await selectTimesOf(db, [row.id])).get(row.id) ?? [];
  const firsts = given.map(({ first_at, question }) => ({ question, firstAt: first_at }));
  const took = new Map(
    answerSeconds(row.started_at, firsts).map(({ question, seconds }) => [question, rounded(seconds, 0)]),
  );
  return given.map(({ first_at, last_at, question }) => ({
    question,
    firstAt: first_at.toISOString(),
    lastAt: last_at.toISOString(),
    seconds: took.get(question) ?? 0,
  }));
}

function toTaken(row: TakenRow): TakenAttempt['attempts'][number] {
  const { id, number, passed, percent, waiting } = row;
  const isFinal = percent !== null && !waiting;
  return {
    id,
    number,
    waiting,
    startedAt: row.started_at.toISOString(),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    percent: isFinal ? wholePercent(percent) : null,
    passed: isFinal ? passed : null,
  };
}

function toReply(answer: Answer): z.output<typeof answerShape> {
  return answer as z.output<typeof answerShape>;
}
