import { retryAt } from '#server/db/retry-at';
import type { PaymentProvider } from '#server/platform/payments/payment-provider';
import type { Services } from '#server/services';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { lookAt } from '../looks/look-at.ts';
import { selectCustomersOf } from '../looks/look-sql.ts';
import { closeCommand, NO_ANSWER, postponeCommand, selectOrphans } from './command-sql.ts';
import { putBack } from './put-back.ts';

/** So often it is looked how a command went: for about a day. */
const MAX_LOOKS = 12;

/**
 * Looks how commands went whose process died before it heard, and puts back what those took away that failed. A chore of the
 * school; answers how many are settled.
 */
export async function followUpCommands(services: Services): Promise<number> {
  const { clock, db, payments } = services;
  if (!payments) return 0;
  let settled = 0;
  for (const orphan of await selectOrphans(db.kysely, clock.now())) {
    const { account_id: accountId, created_at: givenAt, id, looks, tries } = orphan;
    try {
      if (accountId !== null) {
        // First: one customer of before who can't be looked at keeps nothing from coming back.
        await putBack(services, payments, { id, accountId, givenAt });
        await lookAtAll(services, payments, accountId);
      }
      if (await closeCommand(db.kysely, { id, tries }, clock.now(), NO_ANSWER)) settled += 1;
    } catch (failure) {
      // One that fails keeps no other from being looked at.
      await postpone(services, { id, tries, looks: looks + 1 }, failure);
    }
  }
  return settled;
}

/** Whoever was meant by the command may be charged no more since, as when a team changed hands. */
async function lookAtAll(
  services: Services,
  { livemode, name }: PaymentProvider,
  accountId: string,
): Promise<void> {
  for (const customer of await selectCustomersOf(services.db.kysely, accountId, name, livemode))
    await lookAt(services, customer);
}

async function postpone(
  { clock, db, log }: Services,
  { id, looks, tries }: { readonly id: string; readonly looks: number; readonly tries: number },
  failure: unknown,
): Promise<void> {
  const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, 500);
  const now = clock.now();
  const next = looks < MAX_LOOKS ? retryAt(now, looks) : null;
  log.warn({ command: id, looks, message: error }, "couldn't look how a payment command went");
  await db.transaction(async (trx) => {
    await postponeCommand(trx, id, { error, next, now });
    // Given up again after it was given again, it needs attention again.
    if (next === null) await raiseAlarm(trx, { cause: 'parked', key: `${id}:${tries}` });
  });
}
