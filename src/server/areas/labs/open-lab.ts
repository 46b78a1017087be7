import { canEnrol } from '#domain/access/content/can-enrol';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { factsOf } from '#server/areas/courses/catalogue/facts-of';
import { refuseLocked } from '#server/areas/learning/refuse-locked';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { type LabRow, selectLab } from './sql.ts';

/**
 * A lab, for those who may open its section: who studies the course by its tier and the rules of its author; administrators
 * open every one. Where labs are switched off there is none. Fails with LAB_NOT_FOUND, TIER_REQUIRED, NOT_ENROLLED and
 * SECTION_LOCKED.
 */
export async function openLab(
  services: Pick<Services, 'clock' | 'config' | 'db'>,
  caller: Caller,
  { id }: { id: string },
): Promise<LabRow & { userId: string; isAdmin: boolean }> {
  const { isAdmin, userId } = signedIn(caller);
  if (services.config.labs === 'off') throw new Failure('LAB_NOT_FOUND');
  const row = await selectLab(services.db.kysely, { sectionId: id, userId });
  if (!row) throw new Failure('LAB_NOT_FOUND');
  authorise(canEnrol(caller.viewer, factsOf(row)), 'LAB_NOT_FOUND');
  if (!row.enrolled && !isAdmin) throw new Failure('NOT_ENROLLED');
  await refuseLocked(services, caller, { courseId: row.course_id, sectionId: id, userId });
  return { ...row, userId, isAdmin };
}
