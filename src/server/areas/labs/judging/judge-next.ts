import { settleCode } from '#server/areas/exams/code/settle-code';
import { lockAttempt } from '#server/areas/exams/sql';
import { recordSectionResult } from '#server/areas/learning/record-section-result';
import { recordAudit, systemCaller } from '#server/db/audit';
import type { Judge } from '#server/platform/judge/judge';
import type { Services } from '#server/services';
import { endRun, failLost, selectCourseOf, takeRun } from './queue-sql.ts';

/**
 * Judges the next submission that waits; answers whether there was one. A pass is written to the progress in the transaction
 * of the verdict, and by nothing else.
 */
export async function judgeNext(
  { clock, db, log }: Pick<Services, 'clock' | 'db' | 'log'>,
  judge: Judge,
): Promise<boolean> {
  await failLost(db.kysely, clock.now());
  const run = await db.transaction((trx) => takeRun(trx, clock.now()));
  if (!run) return false;
  const { cpuMs, peakMb, reason, verdict } = await judge.judge(run.spec, run.files);
  if (!verdict) log.warn({ runId: run.id, reason }, "a lab couldn't be judged");
  await db.transaction(async (trx) => {
    const now = clock.now();
    const { runtimeHash } = judge;
    // Submitting and marking hold the attempt first, too.
    const attempt = run.exam_attempt_id && (await lockAttempt(trx, { id: run.exam_attempt_id }));
    const ended = await endRun(trx, { ...run, verdict, cpuMs, peakMb, runtimeHash, now });
    if (!ended || !verdict) return;
    if (attempt && run.question !== null)
      await settleCode(trx, attempt, { runId: run.id, question: run.question, verdict, now });
    if (!verdict.passed || run.exam_attempt_id !== null) return;
    const { section_id: sectionId, user_id: userId } = run;
    const courseId = await selectCourseOf(trx, sectionId);
    if (courseId === undefined) return;
    await recordSectionResult(trx, systemCaller, { userId, courseId, sectionId, by: 'lab', now });
    await recordAudit(trx, systemCaller, {
      action: 'lab.pass',
      entity: 'section',
      entityId: sectionId,
      after: { userId, runId: run.id },
    });
  });
  return true;
}
