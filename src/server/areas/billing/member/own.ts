import type { Billed } from '#contract/billing';
import type { Member } from '#domain/access/viewer';
import type { Fact, SubscriptionFact } from '#domain/billing/facts';
import { liveSubscription } from '#domain/billing/live-subscription';
import { Failure } from '#server/failure';
import type { PaymentProvider } from '#server/platform/payments/payment-provider';
import type { Caller, Services } from '#server/services';
import { beginTurn, CHANGES, type Turn } from '../commands/take-turns.ts';
import { selectAccount, selectFacts } from '../ledger/ledger-sql.ts';
import { lookAt } from '../looks/look-at.ts';
import { type Customer, selectCustomerOf } from '../looks/look-sql.ts';
import { asFailure, paymentsOf } from '../payments-of.ts';
import { describeBilling } from './describe-billing.ts';

/** The member who calls; the procedure's declared access has refused everybody else already. */
export function payer({ viewer }: Caller): Member {
  if (viewer.kind !== 'member') throw new Failure('SIGN_IN_REQUIRED');
  return viewer;
}

export function getMine(services: Services, caller: Caller): Promise<Billed> {
  return describeBilling(services, payer(caller).userId);
}

export interface Own {
  readonly payments: PaymentProvider;
  readonly accountId: string;
  readonly customer: Customer;
}

/** As whom the provider knows the caller; undefined: it never met them. Fails with PAYMENTS_OFF. */
export async function findOwn(services: Services, caller: Caller): Promise<Own | undefined> {
  paymentsOf(services);
  const account = await selectAccount(services.db.kysely, payer(caller).userId);
  return account && findPaying(services, account.id);
}

/** As whom the provider knows an account. Fails with PAYMENTS_OFF. */
export async function findPaying(services: Services, accountId: string): Promise<Own | undefined> {
  const payments = paymentsOf(services);
  const customer = await selectCustomerOf(services.db.kysely, accountId, payments.name, payments.livemode);
  return customer && { payments, accountId, customer };
}

/** Looks now, because the caller waits for the answer. Fails with PAYMENTS_AWAY. */
export async function lookNow(services: Services, customer: Customer): Promise<void> {
  try {
    await lookAt(services, customer);
  } catch (error) {
    throw asFailure(error);
  }
}

/** Looks after a command that was done: when no answer comes, the command is done all the same, and a notice will ring. */
export async function lookAfter(services: Services, customer: Customer): Promise<void> {
  await lookAt(services, customer).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    services.log.warn({ message }, "couldn't look after a payment command");
  });
}

/** A subscription as the provider has it now. */
export interface Live extends Own {
  readonly sub: SubscriptionFact;
  readonly facts: readonly Fact[];
  /** In which it may be changed as it was seen. */
  readonly turn: Turn;
}

/** The caller's subscription. Fails with NO_SUBSCRIPTION. */
export async function liveOwn(services: Services, caller: Caller): Promise<Live> {
  const own = await findOwn(services, caller);
  if (!own) throw new Failure('NO_SUBSCRIPTION');
  const turn = await beginTurn(services, { accountId: own.accountId, kinds: CHANGES });
  await lookNow(services, own.customer);
  const facts = await selectFacts(services.db.kysely, own.accountId);
  const sub = liveSubscription(facts);
  if (!sub) throw new Failure('NO_SUBSCRIPTION');
  return { ...own, sub, facts, turn };
}
