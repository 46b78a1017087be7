import { liveSubscriptions } from '#domain/billing/live-subscription';
import { systemCaller } from '#server/db/audit';
import type { PaymentProvider } from '#server/platform/payments/payment-provider';
import type { Services } from '#server/services';
import { selectFacts } from '../ledger/ledger-sql.ts';
import { lookAt } from '../looks/look-at.ts';
import { selectCustomerOf } from '../looks/look-sql.ts';
import { lookAfter } from '../member/own.ts';
import { selectArgs } from './command-sql.ts';
import { giveCommand } from './give-command.ts';
import { readTaken } from './read-taken.ts';
import { beginTurn, CHANGES, takeTurns } from './take-turns.ts';
import { wasGivenSince } from './turn-sql.ts';

interface Given {
  readonly id: string;
  readonly accountId: string;
  readonly givenAt: Date;
}

/** Schedules once more what a command took away that was not done, unless something was changed since. */
export async function putBack(services: Services, payments: PaymentProvider, given: Given): Promise<void> {
  if (await takenBy(services, given)) await takeTurns(() => scheduleAgain(services, payments, given));
}

/** What it took away, unless its person said meanwhile that it stays so. */
const takenBy = async ({ db }: Services, { id }: Given) => readTaken(await selectArgs(db.kysely, id));

async function scheduleAgain(services: Services, payments: PaymentProvider, given: Given): Promise<void> {
  const { accountId, givenAt } = given;
  const { kysely } = services.db;
  const queue = { accountId, kinds: CHANGES };
  const turn = await beginTurn(services, queue);
  const customer = await selectCustomerOf(kysely, accountId, payments.name, payments.livemode);
  if (!customer) return;
  await lookAt(services, customer);
  const live = liveSubscriptions(await selectFacts(kysely, accountId, customer.customer));
  const taken = await takenBy(services, given);
  if (!taken) return;
  const isAsBefore = live.some(
    ({ endsAt, id, periodEnd, price, quantity, scheduled }) =>
      id === taken.subscription &&
      price === taken.price &&
      quantity === taken.seats &&
      periodEnd === taken.takenAt &&
      endsAt === null &&
      !scheduled,
  );
  if (!isAsBefore || (await wasGivenSince(kysely, queue, givenAt))) return;
  const { subscription, taken: price } = taken;
  const args = { subscription, price };
  const audit = { action: 'billing.schedule', entity: 'billing', after: args };
  const command = { accountId, provider: payments.name, kind: 'schedule', args, audit, turn };
  await giveCommand(services, systemCaller, { ...command, resumes: 'new-keys' }, (key) =>
    payments.schedule({ key, customer: customer.customer, subscription, price }),
  );
  await lookAfter(services, customer);
}
