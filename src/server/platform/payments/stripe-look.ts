import type Stripe from 'stripe';
import type { z } from 'zod';
import type { ScheduledChange, Seen } from '#domain/billing/facts';
import type { TierOf } from './payment-provider.ts';
import { allOf } from './stripe-answers.ts';
import { discountsOf, nextChargeOf } from './stripe-next-charge.ts';
import { scheduledOf } from './stripe-schedules.ts';
import {
  chargeShape,
  disputeShape,
  invoiceShape,
  lineShape,
  paymentShape,
  priceShape,
  refundShape,
  type StripeCharge,
  type StripeInvoice,
  type StripeLine,
  type StripePayment,
  type StripeRefund,
  type StripeSubscription,
  subscriptionShape,
} from './stripe-shapes.ts';

export const PAGE = 100;
const SUBSCRIPTION_PARTS = ['data.schedule', 'data.discounts.source.coupon', 'data.discounts.promotion_code'];
const STOPPED = ['canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'];

/**
 * All that Stripe knows of a customer now, in the words of the ledger: the oldest first, as it is numbered there. What happened
 * in one second would else be in the wrong order.
 */
export async function lookAtStripe(client: Stripe, customer: string, tierOf: TierOf): Promise<Seen[]> {
  const subscriptions = await oldestFirst(
    client.subscriptions.list({ customer, status: 'all', limit: PAGE, expand: SUBSCRIPTION_PARTS }),
    subscriptionShape,
  );
  const invoices = await oldestFirst(
    client.invoices.list({ customer, status: 'paid', limit: PAGE, expand: ['data.payments'] }),
    invoiceShape,
  );
  const seen: Seen[] = [];
  for (const one of subscriptions) seen.push(await seenOf(client, one, tierOf));
  /** Invoice by the payment that paid it. */
  const paidBy = new Map<string, string>();
  for (const invoice of invoices) {
    for (const means of (await paymentsOf(client, invoice)).flatMap(meansOf)) paidBy.set(means, invoice.id);
    for (const line of await linesOf(client, invoice)) seen.push(...paidFacts(invoice, line, tierOf));
  }
  const charges = client.charges.list({ customer, limit: PAGE, expand: ['data.refunds'] });
  for (const charge of await oldestFirst(charges, chargeShape)) {
    const invoice = paidBy.get(charge.payment_intent ?? '') ?? paidBy.get(charge.id);
    if (invoice !== undefined) seen.push(...(await returnsOf(client, charge, invoice)));
  }
  return seen;
}

/** Stripe lists the newest first. */
async function oldestFirst<S extends z.ZodType>(
  pages: AsyncIterable<unknown>,
  shape: S,
): Promise<z.output<S>[]> {
  return (await allOf(pages, shape)).reverse();
}

/** A subscription that would be charged and has no next charge was changed since it was listed: half of that is no state it ever had. */
async function seenOf(client: Stripe, listed: StripeSubscription, tierOf: TierOf): Promise<SeenSubscription> {
  const outlook = await outlookOf(client, listed, tierOf);
  if ('nextCharge' in outlook || !isCharged(listed))
    return { ...subscriptionFact(listed, tierOf), ...outlook };
  const expand = SUBSCRIPTION_PARTS.map((part) => part.replace('data.', ''));
  const now = subscriptionShape.parse(await client.subscriptions.retrieve(listed.id, { expand }));
  return { ...subscriptionFact(now, tierOf), ...(await outlookOf(client, now, tierOf)) };
}

function isCharged({ cancel_at, ended_at, status }: StripeSubscription): boolean {
  return ended_at === null && cancel_at === null && (status === 'active' || status === 'trialing');
}

type SeenSubscription = Extract<Seen, { kind: 'subscription' }>;

function subscriptionFact(subscription: StripeSubscription, tierOf: TierOf): SeenSubscription {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`subscription ${subscription.id} has no item`);
  const { id, price, quantity, current_period_end: periodEnd } = { ...item, id: subscription.id };
  return {
    kind: 'subscription',
    id,
    state: stateOf(subscription),
    tier: tierOf(price.id),
    price: price.id,
    interval: price.recurring.interval,
    unitAmount: price.unit_amount,
    currency: price.currency,
    quantity,
    startedAt: subscription.created,
    periodEnd,
    trialFrom: subscription.trial_start,
    trialTo: subscription.trial_end,
    // The Portal says "ends with the period" by a flag or by a date.
    endsAt:
      subscription.ended_at ??
      subscription.cancel_at ??
      (subscription.cancel_at_period_end ? periodEnd : null),
  };
}

/** What is to come of a subscription that lives: discounts, a scheduled change, the next charge. */
async function outlookOf(client: Stripe, subscription: StripeSubscription, tierOf: TierOf) {
  if (subscription.ended_at !== null) return {};
  return {
    ...discountsOf(subscription),
    ...(await scheduledFact(client, subscription, tierOf)),
    ...(isCharged(subscription) && (await nextChargeOf(client, subscription))),
  };
}

/** What a schedule changes the subscription to next; one whose end is near or past changes nothing more. */
async function scheduledFact(
  client: Stripe,
  subscription: StripeSubscription,
  tierOf: TierOf,
): Promise<{ scheduled?: ScheduledChange }> {
  const next = scheduledOf(subscription);
  if (!next) return {};
  const { id, recurring, unit_amount } = priceShape.parse(await client.prices.retrieve(next.price));
  const { interval } = recurring;
  return { scheduled: { at: next.at, price: id, tier: tierOf(id), interval, unitAmount: unit_amount } };
}

function stateOf({ ended_at, status }: StripeSubscription) {
  if (ended_at !== null || STOPPED.includes(status)) return 'stopped';
  if (status === 'trialing') return 'trialing';
  return status === 'past_due' ? 'overdue' : 'running';
}

/** An invoice holds its first payments only. */
export async function paymentsOf(client: Stripe, { id, payments }: StripeInvoice): Promise<StripePayment[]> {
  if (payments && !payments.has_more) return payments.data;
  return allOf(client.invoicePayments.list({ invoice: id, limit: PAGE }), paymentShape);
}

/** By what a payment was made, if it was made by a card. */
export function meansOf({ payment }: StripePayment): string[] {
  return [payment.payment_intent ?? payment.charge ?? []].flat();
}

/** An invoice holds its first lines only. */
async function linesOf(client: Stripe, { id, lines }: StripeInvoice): Promise<StripeLine[]> {
  if (!lines.has_more) return lines.data;
  return allOf(client.invoices.listLineItems(id, { limit: PAGE }), lineShape);
}

/** Lines of no subscription or no price are of something else that the school sells. */
function paidFacts(invoice: StripeInvoice, line: StripeLine, tierOf: TierOf): Seen[] {
  const subscription = invoice.parent?.subscription_details?.subscription;
  const price = line.pricing?.price_details?.price;
  if (!subscription || !price) return [];
  const off = (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const taxes = line.taxes ?? [];
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0);
  const onTop = taxes
    .filter(({ tax_behavior }) => tax_behavior === 'exclusive')
    .reduce((sum, { amount }) => sum + amount, 0);
  return [
    {
      kind: 'paid',
      id: line.id,
      sub: subscription,
      invoice: invoice.id,
      number: invoice.number,
      tier: tierOf(price),
      seats: line.quantity ?? 1,
      from: line.period.start,
      to: line.period.end,
      amount: line.amount - off + onTop,
      currency: line.currency,
      at: invoice.status_transitions.paid_at ?? invoice.created,
      price,
      list: line.amount,
      tax,
      charged: invoice.amount_paid,
      country: countryOf(invoice),
      hasTaxId: (invoice.customer_tax_ids ?? []).length > 0,
    },
  ];
}

function countryOf({ customer_address }: StripeInvoice): string | null {
  const country = customer_address?.country?.toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(country) ? country : null;
}

/** A charge holds its first refunds only; asked for one by one, a look would take a request for each charge. */
async function refundsOf(client: Stripe, { id, refunds }: StripeCharge): Promise<StripeRefund[]> {
  if (refunds && !refunds.has_more) return refunds.data;
  return allOf(client.refunds.list({ charge: id, limit: PAGE }), refundShape);
}

/** What of a charge went back, or may have to. */
async function returnsOf(client: Stripe, charge: StripeCharge, invoice: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  const refunds = await refundsOf(client, charge);
  let back = 0;
  for (const refund of refunds.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))) {
    const done = refund.status === 'succeeded' || refund.status === 'pending';
    if (done) back += refund.amount;
    seen.push({
      kind: 'refund',
      id: refund.id,
      invoice,
      amount: refund.amount,
      currency: refund.currency,
      whole: done && back >= charge.amount,
      at: refund.created,
      done,
    });
  }
  if (!charge.disputed) return seen;
  const disputes = client.disputes.list({ charge: charge.id, limit: PAGE });
  for (const dispute of await oldestFirst(disputes, disputeShape))
    seen.push({
      kind: 'dispute',
      id: dispute.id,
      invoice,
      at: dispute.created,
      state: disputeState(dispute.status),
      amount: dispute.amount,
      currency: dispute.currency,
      dueBy: dispute.evidence_details.due_by,
    });
  return seen;
}

function disputeState(status: string): 'open' | 'won' | 'lost' {
  // An inquiry that is closed took no money.
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'won';
  return status === 'lost' ? 'lost' : 'open';
}
