import type { Transaction } from 'kysely';
import type { LateReview } from '#contract/exams/marking';
import { canAdminister } from '#domain/access/can-administer';
import { examPath } from '#domain/courses/paths';
import type { LateState } from '#domain/exams/attempts/late-answer';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { announce } from '#server/db/announce';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectExamPlace } from '../marking/marking-sql.ts';
import { type AttemptRow, lockAttempt } from '../sql.ts';
import { applyLate } from './apply-late.ts';
import { getLateReview } from './get-late-review.ts';
import { type LateAnswerRow, selectLate, updateLate } from './late-sql.ts';

interface Input {
  readonly attemptId: string;
  readonly decisions: readonly { readonly id: string; readonly accept: boolean }[];
  readonly reason: string;
}

/**
 * Accepts or declines late answers to an attempt, with a reason that the learner reads. Accepted ones count: the result is
 * recalculated, and what people mark waits for a mark again. Of two markers at one moment the second is shown what the first
 * decided. Fails with ATTEMPT_NOT_FOUND and VERSION_CONFLICT.
 */
export async function decideLate(services: Services, caller: Caller, input: Input): Promise<LateReview> {
  authorise(canAdminister(caller.viewer));
  const isDecided = await services.db.transaction((trx) => decide(trx, caller, input, services.clock.now()));
  const current = await getLateReview(services, caller, input);
  if (!isDecided) throw new Failure('VERSION_CONFLICT', { data: { current } });
  return current;
}

async function decide(trx: Transaction<DB>, caller: Caller, input: Input, now: Date): Promise<boolean> {
  const { attemptId, decisions, reason } = input;
  const attempt = await lockAttempt(trx, { id: attemptId });
  if (!attempt) throw new Failure('ATTEMPT_NOT_FOUND');
  const waiting = new Map(
    (await selectLate(trx, attemptId)).filter(({ state }) => state === 'waiting').map((row) => [row.id, row]),
  );
  const decided = decisions.flatMap(({ accept, id }) => {
    const row = waiting.get(id);
    return row ? [{ row, state: accept ? ('accepted' as const) : ('declined' as const) }] : [];
  });
  if (decided.length !== decisions.length) return false;
  const { userId: deciderId } = signedIn(caller);
  for (const state of ['accepted', 'declined'] as const)
    await updateLate(trx, { ids: idsOf(decided, state), state, reason, deciderId, now });
  for (const { row, state } of decided)
    await recordAudit(trx, caller, {
      action: state === 'accepted' ? 'exam.accept-late' : 'exam.decline-late',
      entity: 'exam_attempt',
      entityId: attemptId,
      after: { question: row.question, typedAt: row.typed_at.toISOString(), reason },
    });
  const ids = idsOf(decided, 'accepted');
  if (ids.length > 0) await applyLate(trx, caller, { attempt, ids, now, reason });
  await announceDecision(trx, attempt, { decided, reason });
  return true;
}

type Decided = readonly { readonly row: LateAnswerRow; readonly state: LateState }[];

function idsOf(decided: Decided, state: LateState): string[] {
  return decided.flatMap((each) => (each.state === state ? [each.row.id] : []));
}

async function announceDecision(
  trx: Transaction<DB>,
  { id, section_id: sectionId, user_id: userId }: AttemptRow,
  { decided, reason }: { decided: Decided; reason: string },
): Promise<void> {
  const place = await selectExamPlace(trx, sectionId);
  if (!place) return;
  await announce(trx, {
    kind: 'exam-late',
    // Each late answer is decided once.
    eventKey: `exam-late:${id}:${decided[0]?.row.id}`,
    to: { userId },
    link: examPath(place),
    props: {
      title: place.exam_title,
      course: place.course_title,
      reason,
      accepted: String(idsOf(decided, 'accepted').length),
      count: String(decided.length),
    },
  });
}
