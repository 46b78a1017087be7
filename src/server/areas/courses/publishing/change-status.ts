import type { Standing } from '#contract/courses/publishing';
import { canAdminister } from '#domain/access/can-administer';
import { type CourseState, isUnchanged, nextStates } from '#domain/courses/life-cycle';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { applyState, type Wanted } from './apply-state.ts';
import { lockStanding, type StandingRow } from './publishing-sql.ts';
import { toStanding } from './to-standing.ts';

interface Input {
  readonly id: string;
  readonly from: CourseState;
  readonly fromPublishAt?: string | undefined;
  readonly to: CourseState;
  readonly publishAt?: string | undefined;
  readonly keepsAccess?: boolean | undefined;
}

/**
 * Publishes, schedules, unlists or archives a course or post, or makes it a draft again. Twice is once. Fails with
 * COURSE_NOT_FOUND, and with STATE_CHANGED and the present status when somebody else changed it meanwhile.
 */
export async function changeStatus(
  { clock, db }: Services,
  caller: Caller,
  { from, fromPublishAt, id, ...input }: Input,
): Promise<Standing> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const row = await lockStanding(trx, id);
    if (!row) throw new Failure('COURSE_NOT_FOUND');
    const now = clock.now();
    const wanted = wantedOf(row, input);
    if (isSame(row, wanted)) return toStanding(trx, row);
    if (!isUnchanged({ state: row.state, publishAt: row.publish_at }, { from, fromPublishAt }))
      throw new Failure('STATE_CHANGED', { data: { current: await toStanding(trx, row) } });
    if (!nextStates(row.state).includes(wanted.state))
      throw new Failure('BAD_INPUT', { fields: { to: m.faults_cant_follow({ value: row.state }) } });
    if (wanted.state === 'scheduled' && !(wanted.publishAt && wanted.publishAt > now))
      throw new Failure('BAD_INPUT', { fields: { publishAt: m.faults_must_be_in_the_future() } });
    return toStanding(trx, await applyState(trx, caller, row, { ...wanted, now }));
  });
}

function wantedOf(
  row: StandingRow,
  { keepsAccess, publishAt, to }: Omit<Input, 'id' | 'from' | 'fromPublishAt'>,
): Wanted {
  return {
    state: to,
    publishAt: to === 'scheduled' && publishAt !== undefined ? new Date(publishAt) : null,
    keepsAccess: to === 'archived' ? (keepsAccess ?? true) : row.keeps_access,
  };
}

function isSame(row: StandingRow, { keepsAccess, publishAt, state }: Wanted): boolean {
  return (
    row.state === state &&
    row.publish_at?.getTime() === publishAt?.getTime() &&
    row.keeps_access === keepsAccess
  );
}
