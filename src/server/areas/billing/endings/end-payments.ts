import { invoicesOf } from '#domain/billing/describe';
import type { Fact } from '#domain/billing/facts';
import { liveSubscriptions } from '#domain/billing/live-subscription';
import type { Reader } from '#server/db/client';
import { forEachDue } from '#server/db/for-each-due';
import type { PaymentProvider } from '#server/platform/payments/payment-provider';
import type { Services } from '#server/services';
import { giveUnasked } from '../commands/give-unasked.ts';
import { takeChangeTurns } from '../commands/take-turns.ts';
import { selectFacts } from '../ledger/ledger-sql.ts';
import { askFacts, lookDespitePrices } from '../looks/look-despite-prices.ts';
import { markDeleted } from '../looks/look-sql.ts';
import {
  type Ending,
  type Page,
  selectErased,
  selectGivenBack,
  selectLeaving,
  selectPayingTwice,
} from './ending-sql.ts';

const AT_ONCE = 50;

type Select = (db: Reader, shop: PaymentProvider, page: Page) => Promise<Ending[]>;
type Run = (services: Services, payments: PaymentProvider, ending: Ending) => Promise<void>;

/**
 * Ends what must not be charged any more: everything of an account that is deleted, the renewal for one that will be, and
 * the later of two subscriptions of one person, with its money back. It follows from what is stored: what the provider does
 * not do now is done a minute later. A chore of the school; answers how many.
 */
export async function endPayments(services: Services): Promise<number> {
  const { clock, db, log, payments } = services;
  if (!payments) return 0;
  const endAll = (failure: string, select: Select, run: Run) =>
    forEachDue<Ending>({
      log,
      failure,
      limit: AT_ONCE,
      select: (last, limit) =>
        select(db.kysely, payments, { after: last?.id ?? '', limit, now: clock.now() }),
      run: async (ending) => {
        await run(services, payments, ending);
        return 1;
      },
    });
  const erased = await endAll("couldn't end the payments of a deleted account", selectErased, endErased);
  const leaving = await endAll("couldn't stop a renewal", selectLeaving, stopRenewal);
  return (
    erased + leaving + (await endAll("couldn't end a second subscription", selectPayingTwice, endSecond))
  );
}

/**
 * Ends the subscriptions first, so that the ledger learns of their end, and then forgets who paid. As with the others, its
 * person may change something at the same moment: none of the two is decided upon what was before the other.
 */
async function endErased(services: Services, payments: PaymentProvider, ending: Ending): Promise<void> {
  const accountId = ending.account_id;
  await takeChangeTurns(services, accountId, async (turn) => {
    const facts = await factsAfterLook(services, payments, ending);
    for (const { id } of liveSubscriptions(facts))
      await giveUnasked(
        services,
        { accountId, kind: 'cancel-now', args: { subscription: id }, turn },
        (key) => payments.cancelNow({ key, subscription: id }),
      );
  });
  await lookAgain(services, payments, ending);
  await giveUnasked(services, { accountId, kind: 'delete-customer', args: {} }, (key) =>
    payments.deleteCustomer({ key, customer: ending.id }),
  );
  await markDeleted(
    services.db.kysely,
    { provider: payments.name, customer: ending.id },
    services.clock.now(),
  );
}

async function stopRenewal(services: Services, payments: PaymentProvider, ending: Ending): Promise<void> {
  const accountId = ending.account_id;
  await takeChangeTurns(services, accountId, async (turn) => {
    const facts = await factsAfterLook(services, payments, ending);
    for (const { endsAt, id } of liveSubscriptions(facts)) {
      if (endsAt !== null) continue;
      await giveUnasked(services, { accountId, kind: 'cancel', args: { subscription: id }, turn }, (key) =>
        payments.cancelAtPeriodEnd({ key, subscription: id }),
      );
    }
  });
  await lookAgain(services, payments, ending);
}

/**
 * The money goes back first: when that fails, the subscription still lives and is found again. From then on it is decided
 * which one ends, also when the other one ends meanwhile.
 */
async function endSecond(services: Services, payments: PaymentProvider, ending: Ending): Promise<void> {
  const accountId = ending.account_id;
  const isEnded = await takeChangeTurns(services, accountId, async (turn) => {
    const facts = await factsAfterLook(services, payments, ending);
    // While a price is in no plan, the ledger takes for alive what was ended here before.
    const live = liveSubscriptions(facts);
    const givenBack = await selectGivenBack(services.db.kysely, accountId);
    const kept = live.find(({ id }) => !givenBack.has(id));
    const ended = live.filter((one) => one !== kept);
    for (const { id } of ended) {
      for (const invoice of unreturned(facts, id))
        await giveUnasked(
          services,
          { accountId, kind: 'refund-second', args: { invoice, subscription: id }, turn },
          (key) => payments.refund({ key, customer: ending.id, invoice, amount: null }),
        );
      await giveUnasked(
        services,
        { accountId, kind: 'end-second', args: { subscription: id }, turn },
        (key) => payments.cancelNow({ key, subscription: id }),
      );
      services.log.error(
        { subscription: id },
        'a second subscription of one account was ended and paid back',
      );
    }
    return ended.length > 0;
  });
  if (isEnded) await lookAgain(services, payments, ending);
}

/** Of this customer only: a team whose owner changed has another one as well. */
async function factsAfterLook(
  services: Services,
  payments: PaymentProvider,
  ending: Ending,
): Promise<readonly Fact[]> {
  const isSeen = await lookAgain(services, payments, ending);
  return isSeen
    ? selectFacts(services.db.kysely, ending.account_id, ending.id)
    : askFacts(payments, ending.id);
}

function lookAgain(services: Services, { name }: PaymentProvider, { id }: Ending): Promise<boolean> {
  return lookDespitePrices(services, { provider: name, customer: id });
}

/** The invoices of a subscription of which money is still here. */
function unreturned(facts: readonly Fact[], subscription: string): string[] {
  const own = new Set(
    facts.flatMap((fact) => (fact.kind === 'paid' && fact.sub === subscription ? [fact.invoice] : [])),
  );
  return invoicesOf(facts).flatMap(({ amount, id, refunded }) =>
    own.has(id) && amount > refunded ? [id] : [],
  );
}
