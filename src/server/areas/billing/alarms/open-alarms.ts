import type { PaymentAlarm } from '#contract/payment-alarms';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { closeAlarm, selectOpenAlarms } from './alarm-sql.ts';

/** What went wrong with money and nobody has looked at yet. */
export async function listAlarms({ db }: Services, { viewer }: Caller): Promise<PaymentAlarm[]> {
  authorise(canAdminister(viewer));
  const rows = await selectOpenAlarms(db.kysely);
  return rows.map(({ cause, kind, raised_at, subject, user_id }) => ({
    cause,
    kind,
    subject,
    userId: user_id,
    raisedAt: raised_at.toISOString(),
  }));
}

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
