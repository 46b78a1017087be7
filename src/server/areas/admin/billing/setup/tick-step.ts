import { canAdminister } from '#domain/access/can-administer';
import type { TickedStep } from '#domain/billing/setup-check';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { removeTick, setTick } from './setup-sql.ts';

/** Notes that a person did what no API reports, or undoes that. */
export async function tickStep(
  { clock, db }: Services,
  caller: Caller,
  { isDone, step }: { step: TickedStep; isDone: boolean },
): Promise<{ done: true }> {
  authorise(canAdminister(caller.viewer));
  const { viewer } = caller;
  await db.transaction(async (trx) => {
    if (isDone && viewer.kind === 'member') await setTick(trx, step, viewer.userId, clock.now());
    else await removeTick(trx, step);
    await recordAudit(trx, caller, { action: 'billing.setup', entity: 'billing', after: { step, isDone } });
  });
  return { done: true };
}
