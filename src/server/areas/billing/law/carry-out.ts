import { invoicesOf } from '#domain/billing/describe';
import type { RefundTarget } from '#domain/billing/law/withdrawal-refund';
import { liveSubscriptions } from '#domain/billing/live-subscription';
import { recordAudit, systemCaller } from '#server/db/audit';
import { forEachDue } from '#server/db/for-each-due';
import { Failure } from '#server/failure';
import type { PaymentProvider } from '#server/platform/payments/payment-provider';
import type { Services } from '#server/services';
import { giveRefund } from '../commands/give-refund.ts';
import { giveUnasked } from '../commands/give-unasked.ts';
import { type GivenRefund, selectRefunds } from '../commands/refund-sql.ts';
import { takeChangeTurns } from '../commands/take-turns.ts';
import { selectFacts } from '../ledger/ledger-sql.ts';
import { dateOf, secondsOf } from '../ledger/seconds.ts';
import { askFacts, lookDespitePrices } from '../looks/look-despite-prices.ts';
import type { Customer } from '../looks/look-sql.ts';
import {
  leaseRequest,
  postponeRequest,
  type RequestRow,
  selectDueRequests,
  selectPayerOf,
  updateRequest,
} from './request-sql.ts';
import { type Looked, unseenTargets } from './targets-of.ts';

/** Longer than all that is asked of the provider for one request may take. */
const LEASE_MS = 3 * 60_000;
const AGAIN_MS = 60_000;
/** How often it is looked whether the period of a wished day has started. */
const WAITING_MS = 60 * 60_000;
const AT_ONCE = 50;

/** Carries out what was accepted and not done yet. A chore of the school; answers how many were done. */
export async function carryOutRequests(services: Services): Promise<number> {
  const { clock, db, log, payments } = services;
  if (!payments) return 0;
  return forEachDue<{ readonly id: string }>({
    log,
    failure: "couldn't carry out a withdrawal or cancellation",
    limit: AT_ONCE,
    select: (last, limit) => selectDueRequests(db.kysely, clock.now(), { after: last?.id, limit }),
    run: async ({ id }) => ((await carryOut(services, id)) ? 1 : 0),
  });
}

/**
 * Ends and pays back what an accepted request asks for. Only one process does; what fails is logged and tried again a minute
 * later, and looks first what was done already. Answers whether it is done.
 */
export async function carryOut(services: Services, id: string): Promise<boolean> {
  const { clock, db, log, payments } = services;
  const now = clock.now();
  const after = (ms: number) => new Date(clock.now().getTime() + ms);
  const request = payments && (await leaseRequest(db.kysely, id, { now, until: after(LEASE_MS) }));
  if (!payments || !request) return false;
  try {
    const isDone = await settle(services, payments, request);
    if (!isDone) await postponeRequest(db.kysely, id, { error: null, next: after(WAITING_MS) });
    return isDone;
  } catch (error) {
    const message = wordsOf(error);
    await postponeRequest(db.kysely, id, { error: message.slice(0, 500), next: after(AGAIN_MS) });
    log.warn({ id, message }, "couldn't carry out a withdrawal or cancellation");
    return false;
  }
}

/** For the administrators: what the provider said, where it is the cause. */
function wordsOf(error: unknown): string {
  if (error instanceof Failure && error.cause) return wordsOf(error.cause);
  if (error instanceof Failure && (error.code === 'STATE_CHANGED' || error.code === 'REFUND_RUNNING'))
    return 'another refund of the invoice was under way; this is tried again in a minute';
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

async function settle(services: Services, payments: PaymentProvider, request: RequestRow): Promise<boolean> {
  const { account_id: accountId, outcome } = request;
  const customer = accountId && (await selectPayerOf(services.db.kysely, payments, request));
  if (!accountId || !customer) throw new Error('the provider knows nobody of this account');
  const step = { services, payments, request, accountId, customer };
  const isDone = outcome === 'refunded' ? await endAndRefund(step) : await cancelOnDay(step);
  if (isDone) await close(services, request);
  return isDone;
}

interface Step {
  readonly services: Services;
  readonly payments: PaymentProvider;
  readonly request: RequestRow;
  readonly accountId: string;
  readonly customer: Customer;
}

/** It ends first: what can't be paid back at once must not be charged again meanwhile. */
async function endAndRefund(step: Step): Promise<boolean> {
  const { accountId, request, services } = step;
  let looked = await endNow(step);
  const unseen = await unseenTargets(services, request, { accountId, ...looked });
  const targets = [...request.targets, ...unseen];
  if (unseen.length > 0) looked = await lookBefore(step, targets);
  for (const target of targets) await refundTo(step, target, looked);
  const since = await unseenTargets(services, request, { accountId, ...(await look(step)) });
  if (since.some(({ invoice }) => !targets.some((one) => one.invoice === invoice)))
    throw new Error('something was charged meanwhile; this is tried again in a minute');
  return true;
}

/** A change of the plan that is under way comes before it or after it. Answers what was seen before. */
function endNow(step: Step): Promise<Looked & { readonly given: Given }> {
  const { accountId, payments, request, services } = step;
  return takeChangeTurns(services, accountId, async (turn) => {
    const looked = await lookBefore(step, request.targets);
    const sub = liveSubscriptions(looked.asked).find(({ id }) => id === request.subscription);
    if (sub)
      await giveUnasked(
        services,
        { accountId, kind: 'cancel-now', args: { subscription: sub.id }, turn },
        (key) => payments.cancelNow({ key, subscription: sub.id }),
      );
    return looked;
  });
}

type Given = ReadonlyMap<string, readonly GivenRefund[]>;

/** A look, with the refunds of each invoice as they were before it. */
async function lookBefore(
  step: Step,
  targets: readonly RefundTarget[],
): Promise<Looked & { readonly given: Given }> {
  const given = await Promise.all(
    targets.map(async ({ invoice }) => [invoice, await refundsOf(step, invoice)] as const),
  );
  return { ...(await look(step)), given: new Map(given) };
}

/** Pays back what is missing of a target. */
async function refundTo(
  { accountId, customer, request, services }: Step,
  { invoice, refunded: wanted }: RefundTarget,
  { asked, facts, given }: Looked & { readonly given: Given },
): Promise<void> {
  const recorded = invoicesOf(facts).find(({ id }) => id === invoice);
  const known = invoicesOf(asked).find(({ id }) => id === invoice) ?? recorded;
  if (!known) return;
  const { refunded } = known;
  const target = Math.min(wanted, known.amount);
  const left = target - refunded;
  if (left <= 0) return;
  const amount = target >= known.amount ? null : left;
  const entry = { action: 'billing.refund', entity: 'billing_request', entityId: request.id };
  await giveRefund(services, systemCaller, {
    accountId,
    customer,
    invoice,
    amount,
    refunded,
    recorded: recorded?.refunded ?? 0,
    given: given.get(invoice) ?? [],
    request: request.id,
    audit: { ...entry, after: { invoice, amount } },
  });
}

function refundsOf({ accountId, services }: Step, invoice: string): Promise<GivenRefund[]> {
  const { clock, db } = services;
  return selectRefunds(db.kysely, { accountId, invoice }, clock.now());
}

/** False: the period that runs on the wished day has not started. */
function cancelOnDay(step: Step): Promise<boolean> {
  const { accountId, customer, payments, request, services } = step;
  return takeChangeTurns(services, accountId, async (turn) => {
    const sub = liveSubscriptions((await look(step)).asked).find(({ id }) => id === request.subscription);
    if (!sub || sub.endsAt !== null) return true;
    if (request.ends_on !== null && dateOf(sub.periodEnd) < new Date(`${request.ends_on}T00:00:00Z`))
      return false;
    await giveUnasked(services, { accountId, kind: 'cancel', args: { subscription: sub.id }, turn }, (key) =>
      payments.cancelAtPeriodEnd({ key, subscription: sub.id }),
    );
    await lookDespitePrices(services, customer);
    return true;
  });
}

async function look({ accountId, customer, payments, services }: Step): Promise<Looked> {
  const isSeen = await lookDespitePrices(services, customer);
  const facts = await selectFacts(services.db.kysely, accountId);
  return { facts, asked: isSeen ? facts : await askFacts(payments, customer.customer) };
}

async function close({ clock, db }: Services, { id, outcome }: RequestRow): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    await updateRequest(trx, id, { state: 'done', done_at: now });
    await recordAudit(trx, systemCaller, {
      action: 'billing.carry-out',
      entity: 'billing_request',
      entityId: id,
      after: { outcome, at: secondsOf(now) },
    });
  });
}
