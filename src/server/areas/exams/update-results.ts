import { sql } from 'kysely';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { planRegrade } from './plan-regrade.ts';
import { settleResult } from './settle-result.ts';
import { selectAttempt } from './sql.ts';

/**
 * Grades the finished attempts of an exam by its present key, as it was previewed: an audit row for each that changes. Who
 * passes now has passed; a section that was done stays done. Fails with SECTION_NOT_FOUND, and with REGRADE_OUTDATED when
 * exam or attempts changed since the preview.
 */
export async function updateResults(
  { clock, db }: Services,
  caller: Caller,
  { fingerprint, sectionId }: { sectionId: string; fingerprint: string },
): Promise<{ changed: number }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`regrade ${sectionId}`}, 0))`.execute(trx);
    const plan = await planRegrade(trx, sectionId);
    if (plan.fingerprint !== fingerprint) throw new Failure('REGRADE_OUTDATED');
    const now = clock.now();
    for (const { exam, result, row } of plan.changes) {
      await sql`update exam_attempts set passed = ${result.passed}, result = ${JSON.stringify(result)}::jsonb
        where id = ${row.id}`.execute(trx);
      const attempt = await selectAttempt(trx, row.id);
      if (attempt) await settleResult(trx, caller, { attempt, exam, now, passed: result.passed });
      await recordAudit(trx, caller, {
        action: 'exam.regrade',
        entity: 'exam_attempt',
        entityId: row.id,
        before: { percent: row.result.percent, passed: row.passed },
        after: { percent: result.percent, passed: result.passed },
      });
    }
    return { changed: plan.changes.length };
  });
}
