import type { Billed } from '#contract/billing';
import { DAILY_LIMITS } from '#domain/site/daily-limits';
import type { Caller, Services } from '#server/services';
import { forgetTaken } from '../commands/command-sql.ts';
import { giveCommand } from '../commands/give-command.ts';
import { takenFrom } from '../commands/read-taken.ts';
import { takeTurns } from '../commands/take-turns.ts';
import { getMine, liveOwn, lookAfter, payer } from './own.ts';

/** Ends the subscription with what is paid: nobody loses a tier that was paid for. Fails with NO_SUBSCRIPTION. */
export function cancel(services: Services, caller: Caller): Promise<Billed> {
  return takeTurns(() => settle(services, caller, 'cancel'));
}

/** Takes back a cancellation or a scheduled change that has not come yet. Fails with NO_SUBSCRIPTION. */
export function keep(services: Services, caller: Caller): Promise<Billed> {
  return takeTurns(() => settle(services, caller, 'keep'));
}

async function settle(services: Services, caller: Caller, kind: 'cancel' | 'keep'): Promise<Billed> {
  const { accountId, customer, payments, sub, turn } = await liveOwn(services, caller);
  // Twice is once: it is as wished already.
  const isDone = kind === 'cancel' ? sub.endsAt !== null : sub.endsAt === null && !sub.scheduled;
  if (isDone) {
    if (kind === 'keep') await forgetTaken(services.db.kysely, accountId);
    return getMine(services, caller);
  }
  const audit = { action: `billing.${kind}`, entity: 'user', entityId: payer(caller).userId };
  const mostDaily = kind === 'keep' ? { mostDaily: DAILY_LIMITS.orders } : {};
  const args = { subscription: sub.id, ...(kind === 'cancel' && takenFrom(sub)) };
  const command = { accountId, provider: payments.name, kind, args, audit, turn };
  await giveCommand(services, caller, { ...command, ...mostDaily }, (key) =>
    kind === 'cancel'
      ? payments.cancelAtPeriodEnd({ key, subscription: sub.id })
      : payments.keep({ key, subscription: sub.id }),
  );
  await lookAfter(services, customer);
  return getMine(services, caller);
}
