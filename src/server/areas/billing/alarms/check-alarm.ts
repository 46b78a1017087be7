import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { closeAlarm } from './alarm-sql.ts';

/** An administrator has looked at it. One that is checked already, or never was, stays as it is. */
export async function checkAlarm(
  { clock, db }: Services,
  caller: Caller,
  { cause }: { cause: string },
): Promise<{ done: true }> {
  authorise(canAdminister(caller.viewer));
  await db.transaction(async (trx) => {
    if (await closeAlarm(trx, cause, clock.now()))
      await recordAudit(trx, caller, { action: 'billing.check-alarm', entity: 'billing', after: { cause } });
  });
  return { done: true };
}
