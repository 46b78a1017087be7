import type { LateAttempt, WaitingAnswer } from '#contract/exams/marking';
import { canAdminister } from '#domain/access/can-administer';
import { attemptCode } from '#domain/exams/marking/blind';
import { summaryOf } from '#domain/exams/results/summary-of';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectLateAttempts } from '../late/late-sql.ts';
import { countWaiting, selectWaiting } from './marking-sql.ts';

const AT_ONCE = 100;

interface Queue {
  readonly items: WaitingAnswer[];
  readonly late: LateAttempt[];
  readonly exams: { sectionId: string; exam: string; course: string; count: number }[];
}

/** The answers that wait longest for a mark and the late ones for a decision, and how many wait for a mark in each exam. */
export async function listWaiting(
  { db }: Services,
  caller: Caller,
  { sectionId }: { sectionId?: string | undefined },
): Promise<Queue> {
  authorise(canAdminister(caller.viewer));
  const rows = await selectWaiting(db.kysely, { sectionId: sectionId ?? null, limit: AT_ONCE });
  const late = await selectLateAttempts(db.kysely, { sectionId: sectionId ?? null, limit: AT_ONCE });
  const counts = await countWaiting(db.kysely);
  return {
    items: rows.map((row) => ({
      attemptId: row.attempt_id,
      question: row.question,
      sectionId: row.section_id,
      exam: row.exam_title,
      course: row.course_title,
      code: attemptCode(row.attempt_id),
      prompt: summaryOf(row.prompt ?? ''),
      candidate: row.blind ? null : row.candidate,
      waitsSince: row.waits_since.toISOString(),
    })),
    late: late.map((row) => ({
      attemptId: row.attempt_id,
      sectionId: row.section_id,
      count: row.count,
      exam: row.exam_title,
      course: row.course_title,
      code: attemptCode(row.attempt_id),
      candidate: row.blind ? null : row.candidate,
      waitsSince: row.waits_since.toISOString(),
    })),
    exams: counts.map((row) => ({
      sectionId: row.section_id,
      exam: row.exam_title,
      course: row.course_title,
      count: row.count,
    })),
  };
}
