import { holdTurn } from '#server/db/hold-turn';
import { type PaymentProvider, PaymentsAway } from '#server/platform/payments/payment-provider';
import type { Services } from '#server/services';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { lookAt } from '../looks/look-at.ts';
import { hasOtherParked, type KeptNotice, leaseNotice, markDone, postponeNotice } from './inbox-sql.ts';

/** Delays before the second, third, … try, in seconds; after the last one a notice is parked. */
export const NOTICE_RETRIES = [10, 30, 120, 600, 1800, 3600, 7200, 14_400] as const;
const LEASE_SECONDS = 120;

/**
 * Does what notices ring for: a look at their customer. A provider that is away is left in peace until the next round.
 * Answers how many were done.
 */
export async function answerNotices(services: Services): Promise<number> {
  const { clock, db, payments } = services;
  let done = 0;
  if (!payments) return done;
  for (;;) {
    const notice = await leaseNotice(db.kysely, clock.now(), LEASE_SECONDS);
    if (!notice) return done;
    const outcome = await answer(services, payments, notice);
    if (outcome === 'away') return done;
    if (outcome === 'done') done += 1;
  }
}

async function answer(
  services: Services,
  payments: PaymentProvider,
  notice: KeptNotice,
): Promise<'done' | 'failed' | 'away'> {
  const { clock, db } = services;
  try {
    const customer = await ringsFor(services, payments, notice);
    if (customer !== undefined) await lookAt(services, { provider: notice.provider, customer });
    // Only now: a failure before would have lost it.
    await markDone(db.kysely, notice, clock.now());
    return 'done';
  } catch (failure) {
    await postpone(services, notice, failure);
    return failure instanceof PaymentsAway ? 'away' : 'failed';
  }
}

async function postpone({ clock, db, log }: Services, notice: KeptNotice, failure: unknown): Promise<void> {
  const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, 500);
  const asked = failure instanceof PaymentsAway ? (failure.retryAfter ?? 0) : 0;
  const delay = NOTICE_RETRIES[notice.tries - 1];
  const now = clock.now();
  const next = delay === undefined ? null : new Date(now.getTime() + Math.max(delay, asked) * 1000);
  await db.transaction(async (trx) => {
    await holdTurn(trx, 'parked notices');
    await postponeNotice(trx, notice, { error, next, now });
    // While one is parked, more of them are the same trouble.
    if (next === null && !(await hasOtherParked(trx, notice)))
      await raiseAlarm(trx, { cause: 'parked', key: notice.event_id });
  });
  if (next === null) log.error({ type: notice.type, tries: notice.tries }, 'a payment notice was parked');
  else log.warn({ type: notice.type, tries: notice.tries }, "couldn't answer a payment notice");
}

async function ringsFor(
  { log }: Services,
  payments: PaymentProvider,
  notice: KeptNotice,
): Promise<string | undefined> {
  if (notice.provider !== payments.name) return undefined;
  if (notice.livemode !== payments.livemode) {
    log.error({ type: notice.type }, 'a payment notice is of the other mode: check the keys');
    return undefined;
  }
  return payments.whose(notice);
}
