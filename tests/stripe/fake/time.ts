import { draftInvoice } from './draft-invoice.ts';
import { endSubscription } from './end-subscription.ts';
import type { Invoice, Subscription } from './objects.ts';
import { collectInvoice, finalizeInvoice } from './payments.ts';
import { scheduleOf, turnSchedule } from './schedules.ts';
import { DAY, type FakeStore } from './store.ts';
import { linesOf, nextPeriodEnd, type Subscriptions } from './subscriptions.ts';

const HOUR = 3600;
/** A first payment may be completed for so long. */
const INCOMPLETE = 23 * HOUR;

interface Due {
  at: number;
  run(): void;
}

/** Lets time pass: renewals, their charges an hour later, retries, ends of trials, wanted ends. */
export class Time {
  readonly #store: FakeStore;
  readonly #subscriptions: Subscriptions;
  readonly #warned = new Set<string>();
  constructor(store: FakeStore, subscriptions: Subscriptions) {
    this.#store = store;
    this.#subscriptions = subscriptions;
  }

  advance(to: number): void {
    for (;;) {
      const [next] = this.#due().sort((a, b) => a.at - b.at);
      if (!next || next.at > to) break;
      this.#store.now = Math.max(this.#store.now, next.at);
      next.run();
    }
    this.#store.now = Math.max(this.#store.now, to);
  }

  #due(): Due[] {
    const subscriptions = this.#store.all('subscription').filter(({ ended_at }) => ended_at === null);
    return [
      ...subscriptions.map((one) => this.#dueOf(one)),
      ...subscriptions
        .filter(({ id, status }) => status === 'trialing' && !this.#warned.has(id))
        .map((one) => ({
          at: Math.max(this.#store.now, (one.trial_end ?? 0) - 3 * DAY),
          run: () => {
            this.#warned.add(one.id);
            this.#store.emit('customer.subscription.trial_will_end', one);
          },
        })),
      ...this.#store.all('invoice').flatMap((invoice) => this.#dueOfInvoice(invoice)),
    ];
  }

  #dueOf(subscription: Subscription): Due {
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    if (subscription.status === 'incomplete')
      return {
        at: subscription.created + INCOMPLETE,
        run: () =>
          void this.#store.change(
            subscription,
            { status: 'incomplete_expired', ended_at: this.#store.now },
            'customer.subscription.updated',
          ),
      };
    if (subscription.cancel_at !== null && subscription.cancel_at <= end)
      return {
        at: subscription.cancel_at,
        run: () => void endSubscription(this.#store, subscription, 'cancellation_requested'),
      };
    const schedule = scheduleOf(this.#store, subscription);
    const turnsAt = schedule?.current_phase?.end_date;
    if (schedule && turnsAt !== undefined && turnsAt <= end)
      return { at: turnsAt, run: () => turnSchedule(this.#store, schedule) };
    return { at: end, run: () => this.#renew(subscription) };
  }

  #dueOfInvoice(invoice: Invoice): Due[] {
    const run = () => this.#charge(invoice);
    if (!invoice.auto_advance) return [];
    if (invoice.status === 'draft') return [{ at: invoice.created + HOUR, run }];
    if (invoice.status !== 'open' || invoice.next_payment_attempt === null) return [];
    return [{ at: invoice.next_payment_attempt, run }];
  }

  #renew(subscription: Subscription): void {
    const store = this.#store;
    const before = structuredClone(subscription);
    if (subscription.status === 'trialing' && store.cards.get(subscription.customer) === 'none') {
      endSubscription(store, subscription, 'payment_failed');
      return;
    }
    for (const item of subscription.items.data) {
      item.current_period_start = item.current_period_end;
      item.current_period_end = nextPeriodEnd(
        item.price,
        item.current_period_start,
        subscription.billing_cycle_anchor,
      );
    }
    if (subscription.status === 'trialing') subscription.status = 'active';
    if (subscription.status !== 'unpaid') {
      const { pending } = this.#subscriptions;
      const lines = [...(pending.get(subscription.id) ?? []), ...linesOf(subscription)];
      pending.delete(subscription.id);
      draftInvoice(store, subscription, 'subscription_cycle', lines);
    }
    store.emit('customer.subscription.updated', subscription, before);
  }

  #charge(invoice: Invoice): void {
    const store = this.#store;
    const subscription = store.get(invoice.parent.subscription_details.subscription, 'subscription');
    const become = (status: Subscription['status']) =>
      void store.change(subscription, { status }, 'customer.subscription.updated');
    if (invoice.status === 'draft') finalizeInvoice(store, invoice);
    if (collectInvoice(store, invoice)) {
      if (['past_due', 'unpaid'].includes(subscription.status)) become('active');
      return;
    }
    if (subscription.ended_at !== null) return;
    if (invoice.next_payment_attempt !== null) {
      if (subscription.status === 'active') become('past_due');
      return;
    }
    if (store.settings.afterDunning === 'canceled') endSubscription(store, subscription, 'payment_failed');
    else become(store.settings.afterDunning);
  }
}
