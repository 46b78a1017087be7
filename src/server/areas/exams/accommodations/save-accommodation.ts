import { sql, type Transaction } from 'kysely';
import type { AccommodationForm, Accommodations } from '#contract/exams/accommodations';
import { canAdminister } from '#domain/access/can-administer';
import { accommodate } from '#domain/exams/accommodate';
import { deadlineOf } from '#domain/exams/exam-settings';
import { storedExam } from '#server/areas/courses/catalogue/stored-exam';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectExamPlace } from '../marking/marking-sql.ts';
import { selectAttempt, selectUserName } from '../sql.ts';
import {
  type GrantedRow,
  holdAccommodations,
  lockOpenAttempts,
  selectGranted,
  toAccommodation,
  toGranted,
} from './accommodation-sql.ts';
import { listAccommodations } from './list-accommodations.ts';

interface Input extends AccommodationForm {
  readonly userId: string;
  readonly base?: AccommodationForm | undefined;
}

/**
 * Grants somebody more than the rules of an exam, or changes what was granted there; attempts that are open gain the time at
 * once. Fails with USER_NOT_FOUND, SECTION_NOT_FOUND, and with VERSION_CONFLICT and what is granted now where that isn't
 * `base`: somebody else changed it, removed it, or granted something first.
 */
export async function saveAccommodation(
  services: Services,
  caller: Caller,
  { base, userId, ...form }: Input,
): Promise<Accommodations> {
  authorise(canAdminister(caller.viewer));
  const now = services.clock.now();
  await services.db.transaction(async (trx) => {
    if ((await selectUserName(trx, userId)) === null) throw new Failure('USER_NOT_FOUND');
    const { sectionId } = form;
    if (sectionId !== null && !(await selectExamPlace(trx, sectionId)))
      throw new Failure('SECTION_NOT_FOUND');
    // Two who change it at the same moment come one after the other.
    await holdAccommodations(trx, userId);
    const before = (await selectGranted(trx, { userId })).find((row) => row.section_id === sectionId);
    if (!isBased(base, before))
      throw new Failure('VERSION_CONFLICT', { data: { current: before ? toGranted(before) : null } });
    await sql`
      insert into exam_accommodations (user_id, section_id, extra_percent, extra_minutes, extra_attempts, opens_at,
        closes_at, reason, granted_at)
      values (${userId}, ${sectionId}, ${form.extraPercent}, ${form.extraMinutes}, ${form.extraAttempts}, ${form.opensAt},
        ${form.closesAt}, ${form.reason}, ${now})
      on conflict on constraint exam_accommodations_key do update set extra_percent = excluded.extra_percent,
        extra_minutes = excluded.extra_minutes, extra_attempts = excluded.extra_attempts, opens_at = excluded.opens_at,
        closes_at = excluded.closes_at, reason = excluded.reason, granted_at = excluded.granted_at`.execute(
      trx,
    );
    await recordAudit(trx, caller, {
      action: 'exam.accommodate',
      entity: 'user',
      entityId: userId,
      before: before && { sectionId, reason: before.reason, ...toAccommodation(before) },
      after: form,
    });
    await extendOpenAttempts(trx, userId, now);
  });
  return listAccommodations(services, caller, { userId });
}

/** Whether what a change began with is what is granted still; nothing, where nothing was. */
function isBased(base: AccommodationForm | undefined, before: GrantedRow | undefined): boolean {
  if (!base || !before) return !base && !before;
  const instant = (time: string | null) => time && Date.parse(time);
  const { closesAt, extraAttempts, extraMinutes, extraPercent, opensAt } = toAccommodation(before);
  return (
    base.reason === before.reason &&
    base.extraAttempts === extraAttempts &&
    base.extraMinutes === extraMinutes &&
    base.extraPercent === extraPercent &&
    instant(base.opensAt) === instant(opensAt) &&
    instant(base.closesAt) === instant(closesAt)
  );
}

/** Moves the deadlines of open attempts; never to an earlier time, and never of one whose time is over. */
async function extendOpenAttempts(trx: Transaction<DB>, userId: string, now: Date): Promise<void> {
  for (const id of await lockOpenAttempts(trx, userId, now)) {
    const attempt = await selectAttempt(trx, id);
    const exam = storedExam(attempt?.exam);
    if (!attempt || !exam) continue;
    const granted = await selectGranted(trx, { userId, sectionId: attempt.section_id });
    const deadline = deadlineOf(accommodate(exam.settings, granted.map(toAccommodation)), attempt.started_at);
    await sql`update exam_attempts set deadline_at = greatest(deadline_at, ${deadline}::timestamptz)
      where id = ${id}`.execute(trx);
  }
}
