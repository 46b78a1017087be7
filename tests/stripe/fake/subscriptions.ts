import { complete } from '../schema/published-shapes.ts';
import { type Charged, draftInvoice } from './draft-invoice.ts';
import type { Metadata, Price, Subscription, SubscriptionItem } from './objects.ts';
import { collectInvoice, finalizeInvoice } from './payments.ts';
import { type Card, CardDeclined, DAY, type FakeStore, listOf, Refused } from './store.ts';

/** Calendar months from the anchor, as Stripe counts them: 31 January, 28 February, 31 March. */
export function nextPeriodEnd(price: Pick<Price, 'recurring'>, from: number, anchor = from): number {
  const { interval, interval_count } = price.recurring ?? { interval: 'month', interval_count: 1 };
  const start = new Date(anchor * 1000);
  for (let count = 1; ; count += 1) {
    const day = new Date(start);
    day.setUTCDate(1);
    day.setUTCMonth(start.getUTCMonth() + count * (interval === 'year' ? 12 : 1) * interval_count);
    const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
    day.setUTCDate(Math.min(start.getUTCDate(), last));
    const end = Math.floor(day.getTime() / 1000);
    if (end > from) return end;
  }
}

export function newItem(
  store: FakeStore,
  subscription: string,
  { price, quantity, from, to }: { price: Price; quantity: number; from: number; to: number },
): SubscriptionItem {
  const plan = {
    id: price.id,
    object: 'plan',
    active: true,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval,
    interval_count: price.recurring?.interval_count,
    metadata: {},
    product: price.product,
    usage_type: 'licensed',
  };
  return complete('subscriptionItem', {
    id: store.id('si'),
    object: 'subscription_item',
    created: store.now,
    current_period_start: from,
    current_period_end: to,
    metadata: {},
    plan,
    price: structuredClone(price),
    quantity,
    subscription,
    discounts: [],
    tax_rates: [],
  });
}

export interface NewSubscription {
  customer: string;
  items: readonly { price: string; quantity?: number | undefined }[];
  trialDays?: number | undefined;
  metadata?: Metadata | undefined;
  hasTax?: boolean | undefined;
  coupon?: string | undefined;
  promotionCode?: string | undefined;
}

export function createSubscription(store: FakeStore, given: NewSubscription, card?: Card): Subscription {
  store.get(given.customer, 'customer');
  const id = store.id('sub');
  const items = given.items.map(({ price, quantity = 1 }) => ({
    price: store.get(price, 'price'),
    quantity,
  }));
  const [first] = items;
  if (!first?.price.recurring) throw new Refused('The price specified is set to `type=one_time`.');
  const trialEnd = given.trialDays ? store.now + given.trialDays * DAY : null;
  const end = trialEnd ?? nextPeriodEnd(first.price, store.now);
  const discount = given.coupon && addDiscount(store, id, given);
  const hasTax = given.hasTax ?? false;
  const subscription = store.add('subscription', {
    id,
    customer: given.customer,
    created: store.now,
    start_date: store.now,
    billing_cycle_anchor: trialEnd ?? store.now,
    billing_mode: { type: 'flexible' },
    collection_method: 'charge_automatically',
    currency: first.price.currency,
    metadata: given.metadata ?? {},
    status: trialEnd ? 'trialing' : 'incomplete',
    trial_start: trialEnd ? store.now : null,
    trial_end: trialEnd,
    items: listOf(
      items.map((item) => newItem(store, id, { ...item, from: store.now, to: end })),
      `/v1/subscription_items?subscription=${id}`,
    ),
    discounts: discount ? [discount] : [],
    automatic_tax: {
      enabled: hasTax,
      disabled_reason: null,
      liability: hasTax ? { type: 'self' } : null,
    } as Subscription['automatic_tax'],
    invoice_settings: { issuer: { type: 'self' } },
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
  });
  store.emit('customer.subscription.created', subscription);
  // The invoice of a trial is one of nothing and at once paid.
  const lines = trialEnd
    ? linesOf(subscription).map((line) => ({ ...line, amount: 0 }))
    : linesOf(subscription);
  const invoice = draftInvoice(store, subscription, 'subscription_create', lines);
  finalizeInvoice(store, invoice);
  if (collectInvoice(store, invoice, card) && !trialEnd)
    store.change(subscription, { status: 'active' }, 'customer.subscription.updated');
  return subscription;
}

function addDiscount(store: FakeStore, subscription: string, given: NewSubscription): string {
  const { duration_in_months: months } = store.get(given.coupon, 'coupon');
  const recurring = { interval: 'month', interval_count: months ?? 1 };
  return store.add('discount', {
    end: months === null ? null : nextPeriodEnd({ recurring }, store.now),
    id: store.id('di'),
    customer: given.customer,
    start: store.now,
    source: { type: 'coupon', coupon: given.coupon ?? '' },
    promotion_code: given.promotionCode ?? null,
    subscription,
  }).id;
}

/** What the next period costs. */
export function linesOf(subscription: Subscription): Charged[] {
  return subscription.items.data.map(({ id, price, quantity, current_period_start, current_period_end }) => ({
    price,
    quantity,
    amount: price.unit_amount * quantity,
    from: current_period_start,
    to: current_period_end,
    isProration: false,
    item: id,
  }));
}

export interface Proration {
  /** Another interval begins a new period at once. */
  isSwap: boolean;
  to: number;
  lines: Charged[];
}

/** What a change costs: the unused rest of the old price back, the rest of the new price on top, by the second. */
export function prorate(
  store: FakeStore,
  item: SubscriptionItem,
  { price, quantity, at = store.now }: { price: Price; quantity: number; at?: number },
): Proration {
  const whole = item.current_period_end - item.current_period_start;
  const rest = Math.max(0, item.current_period_end - at);
  const isSwap = price.recurring?.interval !== item.price.recurring?.interval;
  const to = isSwap ? nextPeriodEnd(price, at) : item.current_period_end;
  const part = (amount: number) => Math.round((amount * rest) / whole);
  const back = part(item.price.unit_amount * item.quantity);
  const full = price.unit_amount * quantity;
  const common = { from: at, item: item.id };
  return {
    isSwap,
    to,
    lines: [
      {
        ...common,
        price: item.price,
        quantity: item.quantity,
        amount: -back,
        to: item.current_period_end,
        isProration: true,
      },
      { ...common, price, quantity, amount: isSwap ? full : part(full), to, isProration: !isSwap },
    ],
  };
}

/** The trial is over now, and the first period at a price begins. */
export function beginAfterTrial(store: FakeStore, subscription: Subscription, wanted?: string): void {
  const [item] = subscription.items.data;
  if (!item) return;
  const price = wanted ? store.get(wanted, 'price') : item.price;
  const period = { from: store.now, to: nextPeriodEnd(price, store.now) };
  const { quantity } = item;
  Object.assign(item, newItem(store, subscription.id, { price, quantity, ...period }), { id: item.id });
  Object.assign(subscription, { billing_cycle_anchor: store.now, status: 'active', trial_end: store.now });
}

export interface SubscriptionChange {
  item?: { price?: string | undefined; quantity?: number | undefined } | undefined;
  cancel_at_period_end?: boolean | undefined;
  cancel_at?: number | null | undefined;
  proration_behavior?: string | undefined;
  proration_date?: number | undefined;
  payment_behavior?: string | undefined;
  trial_end?: number | 'now' | undefined;
  metadata?: Metadata | undefined;
}

export class Subscriptions {
  /** What is to be charged with the next invoice. */
  readonly pending = new Map<string, Charged[]>();
  readonly #store: FakeStore;
  constructor(store: FakeStore) {
    this.#store = store;
  }

  update(subscription: Subscription, change: SubscriptionChange): Subscription {
    const { now } = this.#store;
    if (subscription.ended_at !== null)
      throw new Refused('A canceled subscription can only update its cancellation_details and metadata.');
    const isEnd = change.cancel_at_period_end !== undefined || change.cancel_at !== undefined;
    if (subscription.schedule !== null && isEnd)
      throw new Refused(
        `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      );
    const before = structuredClone(subscription);
    const end = subscription.items.data[0]?.current_period_end ?? now;
    if (change.metadata) subscription.metadata = { ...subscription.metadata, ...change.metadata };
    if (change.cancel_at_period_end !== undefined)
      Object.assign(
        subscription,
        change.cancel_at_period_end
          ? { cancel_at_period_end: true, cancel_at: end, canceled_at: now }
          : { cancel_at_period_end: false, cancel_at: null, canceled_at: null },
      );
    if (change.cancel_at !== undefined)
      Object.assign(subscription, {
        cancel_at: change.cancel_at,
        canceled_at: change.cancel_at === null ? null : now,
      });
    if (change.trial_end === 'now') this.#endTrial(subscription, change);
    else if (change.item) this.#changeItem(subscription, change);
    this.#store.emit('customer.subscription.updated', subscription, before);
    return subscription;
  }

  #changeItem(subscription: Subscription, change: SubscriptionChange): void {
    const store = this.#store;
    const [item] = subscription.items.data;
    if (!item) return;
    const price = change.item?.price ? store.get(change.item.price, 'price') : item.price;
    if (price.currency !== subscription.currency)
      throw new Refused(
        `You cannot combine currencies on a single customer. This customer has an active subscription with currency ${subscription.currency}.`,
      );
    const quantity = change.item?.quantity ?? item.quantity;
    const before = { item: structuredClone(item), invoice: subscription.latest_invoice };
    const { lines, isSwap, to } = prorate(store, item, {
      price,
      quantity,
      ...(change.proration_date !== undefined && { at: change.proration_date }),
    });
    // A trial goes on to its day, whatever is bought after it.
    const isTrial = subscription.status === 'trialing';
    const period = {
      from: isSwap && !isTrial ? store.now : item.current_period_start,
      to: isTrial ? item.current_period_end : to,
    };
    Object.assign(item, newItem(store, subscription.id, { price, quantity, ...period }), { id: item.id });
    const wanted = change.proration_behavior ?? 'create_prorations';
    if (isTrial) return;
    if (wanted === 'none' && !isSwap) return;
    if (wanted === 'create_prorations' && !isSwap) {
      this.pending.set(subscription.id, [...(this.pending.get(subscription.id) ?? []), ...lines]);
      return;
    }
    // A new interval is charged at once, also when the old one is not credited.
    const charged = wanted === 'none' ? lines.slice(1) : lines;
    this.#chargeChange(subscription, charged, { item, before, behavior: change.payment_behavior });
    if (isSwap) subscription.billing_cycle_anchor = store.now;
  }

  /** The first period begins and is charged now. */
  #endTrial(subscription: Subscription, change: SubscriptionChange): void {
    const store = this.#store;
    const [item] = subscription.items.data;
    if (!item || subscription.status !== 'trialing') throw new Refused('The subscription has no trial.');
    const before = { item: structuredClone(item), invoice: subscription.latest_invoice };
    const { billing_cycle_anchor, trial_end } = subscription;
    beginAfterTrial(store, subscription, change.item?.price);
    try {
      const behavior = change.payment_behavior;
      this.#chargeChange(subscription, linesOf(subscription), { item, before, behavior });
    } catch (error) {
      Object.assign(subscription, { billing_cycle_anchor, status: 'trialing', trial_end });
      throw error;
    }
  }

  #chargeChange(
    subscription: Subscription,
    lines: readonly Charged[],
    of: {
      item: SubscriptionItem;
      before: { item: SubscriptionItem; invoice: string | null };
      behavior: string | undefined;
    },
  ): void {
    const store = this.#store;
    const invoice = draftInvoice(store, subscription, 'subscription_update', lines);
    finalizeInvoice(store, invoice);
    if (collectInvoice(store, invoice)) return;
    if (of.behavior !== 'error_if_incomplete') {
      subscription.status = 'past_due';
      return;
    }
    Object.assign(of.item, of.before.item);
    subscription.latest_invoice = of.before.invoice;
    store.change(invoice, { status: 'void', next_payment_attempt: null }, 'invoice.voided');
    throw new CardDeclined();
  }
}
