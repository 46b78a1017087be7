import { RETAINED, type Retained, retentionBorder } from '#domain/site/retention';
import { recordAudit, systemCaller } from '#server/db/audit';
import type { Services } from '#server/services';
import { deleteOld } from './old-records-sql.ts';

/** Records of one transaction: nobody waits long for it. */
const BATCH = 1000;
/** Of one kind and run; what is left goes with the next ones. */
const MAX_BATCHES = 100;

/**
 * Deletes what is older than the school keeps it, in small transactions; answers how many records. What was deleted is
 * audited as numbers. A chore of the school.
 */
export async function deleteOldRecords(
  services: Pick<Services, 'clock' | 'db' | 'settings'>,
  { batch = BATCH, maxBatches = MAX_BATCHES } = {},
): Promise<number> {
  const { clock, db, settings } = services;
  const { retention } = await settings.current();
  const deleted: Partial<Record<Retained, number>> = {};
  for (const kind of RETAINED) {
    const border = retentionBorder(clock.now(), retention[kind]);
    if (!border) continue;
    for (let round = 0; round < maxBatches; round += 1) {
      const count = await db.transaction((trx) => deleteOld(trx, kind, { border, limit: batch }));
      if (count > 0) deleted[kind] = (deleted[kind] ?? 0) + count;
      if (count < batch) break;
    }
  }
  const total = Object.values(deleted).reduce((sum, count) => sum + count, 0);
  if (total > 0)
    await db.transaction((trx) =>
      recordAudit(trx, systemCaller, {
        action: 'retention.delete',
        entity: 'setting',
        entityId: 'retention',
        after: deleted,
      }),
    );
  return total;
}
