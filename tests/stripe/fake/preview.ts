import { type Charged, draftInvoice } from './draft-invoice.ts';
import type { FakeStripe } from './fake-stripe.ts';
import type { Invoice, Subscription } from './objects.ts';
import { applyPhase, nextPhase, scheduleOf } from './schedules.ts';
import { Refused } from './store.ts';
import { beginAfterTrial, linesOf, nextPeriodEnd, prorate } from './subscriptions.ts';

export interface PreviewOrder {
  subscription?: string | undefined;
  schedule?: string | undefined;
  subscription_details?:
    | {
        items?: { price?: string; quantity?: number }[];
        proration_date?: number;
        trial_end?: number | 'now';
      }
    | undefined;
}

/** The invoice as it would be; nothing of it stays. */
export function previewInvoice(fake: FakeStripe, order: PreviewOrder): Invoice {
  const { store } = fake;
  const subscription = structuredClone(store.get(subscriptionOf(fake, order), 'subscription'));
  const { onEvent, now } = store;
  const reported = store.events.length;
  store.onEvent = () => undefined;
  try {
    const lines = order.subscription_details
      ? changeLines(fake, subscription, order.subscription_details)
      : renewalLines(fake, subscription);
    const invoice = draftInvoice(store, subscription, 'upcoming', lines);
    store.objects.delete(invoice.id);
    return invoice;
  } finally {
    store.events.length = reported;
    Object.assign(store, { onEvent, now });
  }
}

function subscriptionOf({ store }: FakeStripe, { schedule, subscription }: PreviewOrder): string {
  if (schedule === undefined) return subscription ?? '';
  return store.get(schedule, 'subscription_schedule').subscription ?? '';
}

/** What a change costs at once. */
function changeLines(
  { store }: FakeStripe,
  subscription: Subscription,
  { items, proration_date: at = store.now, trial_end }: NonNullable<PreviewOrder['subscription_details']>,
): Charged[] {
  const [item] = subscription.items.data;
  if (!item) throw new Refused('The subscription has no items.');
  if (trial_end === 'now') {
    beginAfterTrial(store, subscription, items?.[0]?.price);
    return linesOf(subscription);
  }
  const price = items?.[0]?.price === undefined ? item.price : store.get(items[0].price, 'price');
  return prorate(store, item, { price, quantity: items?.[0]?.quantity ?? item.quantity, at }).lines;
}

/** What the next period costs, with what is still to be charged of this one. */
function renewalLines({ store, subscriptions }: FakeStripe, subscription: Subscription): Charged[] {
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  if (subscription.ended_at !== null || (subscription.cancel_at !== null && subscription.cancel_at <= end))
    throw new Refused('No upcoming invoices for customer.');
  store.now = Math.max(store.now, end);
  const schedule = scheduleOf(store, subscription);
  const phase = schedule && nextPhase(schedule);
  if (phase && phase.start_date <= end) applyPhase(store, subscription, phase);
  for (const item of subscription.items.data) {
    item.current_period_start = item.current_period_end;
    item.current_period_end = nextPeriodEnd(
      item.price,
      item.current_period_start,
      subscription.billing_cycle_anchor,
    );
  }
  return [...(subscriptions.pending.get(subscription.id) ?? []), ...linesOf(subscription)];
}
