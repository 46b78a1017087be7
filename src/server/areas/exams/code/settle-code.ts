import type { Transaction } from 'kysely';
import type { Verdict } from '#domain/labs/verdict';
import { recordAudit, systemCaller } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { m } from '../../../../messages/messages.js';
import { correctResult } from '../marking/correct-result.ts';
import { finishMarking } from '../marking/finish-marking.ts';
import type { AttemptRow } from '../sql.ts';
import { markByRun, selectHasNewerRun } from './code-sql.ts';

interface Settled {
  readonly runId: string;
  readonly question: string;
  readonly verdict: Verdict;
  readonly now: Date;
}

/**
 * Marks an answer by what its checks found, unless a person marked it or a newer run judges it; the last mark of an attempt
 * publishes its result. The attempt is locked.
 */
export async function settleCode(
  trx: Transaction<DB>,
  attempt: AttemptRow,
  { now, question, runId, verdict }: Settled,
): Promise<void> {
  // A late answer or corrected checks were queued while this run was judged.
  if (await selectHasNewerRun(trx, { attemptId: attempt.id, question, runId })) return;
  const part = verdict.most === 0 ? 0 : verdict.points / verdict.most;
  const marked = await markByRun(trx, { attemptId: attempt.id, question, part, runId, now });
  if (!marked) return;
  await recordAudit(trx, systemCaller, {
    action: 'exam.mark',
    entity: 'exam_attempt',
    entityId: attempt.id,
    before: { question, part: marked.before },
    after: { question, part, runId },
  });
  if (attempt.waiting) await finishMarking(trx, systemCaller, { attempt, now });
  else if (marked.before !== part)
    await correctResult(trx, systemCaller, {
      attempt,
      correction: `${question}:${marked.version}`,
      now,
      reason: m.marking_checked_again(),
    });
}
