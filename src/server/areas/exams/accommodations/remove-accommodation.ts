import type { Accommodations } from '#contract/exams/accommodations';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { holdAccommodations, selectGranted, toAccommodation } from './accommodation-sql.ts';
import { listAccommodations } from './list-accommodations.ts';

/** Takes back what was granted; an attempt that is open keeps its time. What is gone already is no failure. */
export async function removeAccommodation(
  services: Services,
  caller: Caller,
  { id, userId }: { userId: string; id: string },
): Promise<Accommodations> {
  authorise(canAdminister(caller.viewer));
  await services.db.transaction(async (trx) => {
    // A change at the same moment comes before or after, so that it doesn't grant again what is removed here.
    await holdAccommodations(trx, userId);
    const before = (await selectGranted(trx, { userId })).find((row) => row.id === id);
    if (!before) return;
    await trx.deleteFrom('exam_accommodations').where('id', '=', id).execute();
    await recordAudit(trx, caller, {
      action: 'exam.accommodation-end',
      entity: 'user',
      entityId: userId,
      before: { sectionId: before.section_id, reason: before.reason, ...toAccommodation(before) },
    });
  });
  return listAccommodations(services, caller, { userId });
}
