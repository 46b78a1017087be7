import { endSubscription } from './fake/end-subscription.ts';
import type { FakeStripe } from './fake/fake-stripe.ts';
import type { Subscription } from './fake/objects.ts';
import { closeDispute, disputeCharge, payOpenInvoices, refundCharge } from './fake/payments.ts';
import { createSchedule, releaseSchedule, scheduleOf, updateSchedule } from './fake/schedules.ts';
import { CardDeclined } from './fake/store.ts';
import { createSubscription } from './fake/subscriptions.ts';

export type Random = () => number;

/** Numbers that are the same for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const DEEDS = [
  'buy',
  'buy',
  'change',
  'cancel',
  'keep',
  'schedule',
  'schedule',
  'release',
  'end',
  'decline',
  'card',
  'refund',
  'part',
  'dispute',
  'close',
  'wait',
] as const;
type Deed = (typeof DEEDS)[number];

/** One customer who does what customers, cards, banks and administrators do, in any order. */
export class RandomLife {
  readonly #fake: FakeStripe;
  readonly #customer: string;
  readonly #prices: readonly string[];
  readonly #random: Random;
  readonly #hasTax: boolean;

  constructor(
    fake: FakeStripe,
    of: { customer: string; prices: readonly string[]; random: Random; hasTax?: boolean },
  ) {
    this.#fake = fake;
    this.#customer = of.customer;
    this.#prices = of.prices;
    this.#random = of.random;
    this.#hasTax = of.hasTax ?? false;
  }

  step(): void {
    const deed = this.#pick(DEEDS) ?? 'wait';
    const [subscription] = this.live();
    if (deed === 'buy' && !subscription) this.#buy();
    if (subscription) this.#changeSubscription(deed, subscription);
    this.#money(deed);
  }

  live(): Subscription[] {
    return this.#fake.store
      .all('subscription')
      .filter(
        ({ customer, ended_at, status }) =>
          customer === this.#customer && ended_at === null && status !== 'incomplete',
      );
  }

  #pick<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#random() * all.length)];
  }

  #buy(): void {
    const trialDays = this.#random() < 0.3 ? 14 : undefined;
    const items = [{ price: this.#pick(this.#prices) ?? '' }];
    createSubscription(this.#fake.store, {
      customer: this.#customer,
      items,
      trialDays,
      hasTax: this.#hasTax,
    });
  }

  #changeSubscription(deed: Deed, subscription: Subscription): void {
    const { store, subscriptions } = this.#fake;
    const end = subscription.items.data[0]?.current_period_end ?? null;
    const isFlag = store.settings.cancelAs === 'flag';
    const schedule = scheduleOf(store, subscription);
    const isFree = schedule === undefined && subscription.cancel_at === null;
    if (deed === 'schedule' && isFree && ['active', 'trialing', 'past_due'].includes(subscription.status))
      this.#schedule(subscription);
    // As who cancels and who keeps: Stripe wants the schedule gone first.
    if (schedule && (deed === 'release' || deed === 'cancel' || deed === 'keep'))
      releaseSchedule(store, schedule.id);
    if (deed === 'cancel')
      subscriptions.update(subscription, isFlag ? { cancel_at_period_end: true } : { cancel_at: end });
    if (deed === 'keep') subscriptions.update(subscription, { cancel_at_period_end: false });
    if (deed === 'end' && this.#random() < 0.4)
      endSubscription(store, subscription, 'cancellation_requested');
    if (deed === 'change' && ['active', 'trialing'].includes(subscription.status)) {
      try {
        subscriptions.update(subscription, {
          item: { price: this.#pick(this.#prices) },
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
        });
      } catch (error) {
        if (!(error instanceof CardDeclined)) throw error;
      }
    }
  }

  #schedule(subscription: Subscription): void {
    const { store } = this.#fake;
    const { id, phases } = createSchedule(store, subscription.id);
    const running = phases.map(({ end_date, items, start_date }) => ({ end_date, items, start_date }));
    const next = { items: [{ price: this.#pick(this.#prices) }] };
    updateSchedule(store, id, { phases: [...running, next] });
  }

  #money(deed: Deed): void {
    const { store } = this.#fake;
    if (deed === 'decline') store.cards.set(this.#customer, 'declines');
    if (deed === 'card') {
      store.cards.set(this.#customer, 'good');
      payOpenInvoices(store, this.#customer);
    }
    const charge = this.#pick(
      store.all('charge').filter(({ amount, amount_refunded, paid }) => paid && amount_refunded < amount),
    );
    if (charge && deed === 'refund') refundCharge(store, { charge: charge.id });
    if (charge && deed === 'part') refundCharge(store, { charge: charge.id, amount: 1 });
    if (charge && deed === 'dispute' && !charge.disputed) disputeCharge(store, charge.id);
    const open = store.all('dispute').find(({ status }) => status === 'needs_response');
    if (open && deed === 'close') closeDispute(store, open.id, this.#random() < 0.5 ? 'won' : 'lost');
  }
}
