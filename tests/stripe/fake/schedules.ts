import { complete } from '../schema/published-shapes.ts';
import { endSubscription } from './end-subscription.ts';
import type { Phase, Subscription, SubscriptionSchedule } from './objects.ts';
import { type FakeStore, Refused } from './store.ts';
import { newItem, nextPeriodEnd } from './subscriptions.ts';

interface NewPhase {
  items: readonly { price?: string | undefined; quantity?: number | undefined }[];
  start_date?: number | 'now' | undefined;
  end_date?: number | 'now' | undefined;
  duration?: { interval: string; interval_count?: number } | undefined;
  discounts?: readonly { discount?: string }[] | undefined;
  automatic_tax?: { enabled: boolean } | undefined;
  proration_behavior?: string | undefined;
  trial_end?: number | 'now' | undefined;
}
export interface ScheduleChange {
  phases?: readonly NewPhase[] | undefined;
  end_behavior?: string | undefined;
  proration_behavior?: string | undefined;
}

/** The schedule that decides over a subscription now. */
export function scheduleOf(store: FakeStore, { schedule }: Subscription): SubscriptionSchedule | undefined {
  const found = schedule === null ? undefined : store.get(schedule, 'subscription_schedule');
  return found?.status === 'active' ? found : undefined;
}

/** The phase after the running one; undefined: the schedule ends with that. */
export function nextPhase({ current_phase, phases }: SubscriptionSchedule): Phase | undefined {
  return phases.find(({ start_date }) => current_phase !== null && start_date >= current_phase.end_date);
}

/** Puts a subscription under a schedule whose only phase is the period that runs. */
export function createSchedule(store: FakeStore, from: string): SubscriptionSchedule {
  const subscription = store.get(from, 'subscription');
  const [item] = subscription.items.data;
  if (subscription.ended_at !== null || !item)
    throw new Refused('You cannot migrate a canceled subscription.');
  if (subscription.schedule !== null)
    throw new Refused(
      `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\``,
    );
  if (subscription.cancel_at !== null)
    throw new Refused('You cannot migrate a subscription that is set to cancel.');
  const times = { start_date: item.current_period_start, end_date: item.current_period_end };
  const { automatic_tax } = subscription;
  const schedule = store.add('subscription_schedule', {
    id: store.id('sub_sched'),
    created: store.now,
    customer: subscription.customer,
    subscription: subscription.id,
    billing_mode: { type: 'flexible' },
    default_settings: {
      automatic_tax: { ...automatic_tax },
      billing_cycle_anchor: 'automatic',
      invoice_settings: { issuer: { type: 'self' } },
    },
    end_behavior: 'release',
    current_phase: times,
    metadata: {},
    phases: [
      phaseOf(subscription, times, {
        items: [{ price: item.price.id, quantity: item.quantity }],
        discounts: subscription.discounts.map((discount) => ({ discount })),
        ...(subscription.status === 'trialing' && { trial_end: subscription.trial_end ?? 0 }),
      }),
    ],
    status: 'active',
  });
  subscription.schedule = schedule.id;
  store.emit('subscription_schedule.created', schedule);
  store.emit('customer.subscription.updated', subscription, { ...subscription, schedule: null });
  return schedule;
}

/** What a phase does not say is not inherited: without discounts the subscription loses its own. */
function phaseOf(
  subscription: Subscription,
  times: { start_date: number; end_date: number },
  given: NewPhase,
): Phase {
  return complete<Phase>('schedulePhase', {
    ...times,
    add_invoice_items: [],
    currency: subscription.currency,
    discounts: (given.discounts ?? []).map(({ discount = null }) => ({
      coupon: null,
      discount,
      promotion_code: null,
    })),
    items: given.items.map(({ price = '', quantity = 1 }) => ({
      price,
      plan: price,
      quantity,
      metadata: {},
      discounts: [],
      tax_rates: [],
    })),
    metadata: {},
    proration_behavior: given.proration_behavior ?? 'create_prorations',
    trial_end: typeof given.trial_end === 'number' ? given.trial_end : null,
    ...(given.automatic_tax && {
      automatic_tax: { disabled_reason: null, enabled: given.automatic_tax.enabled, liability: null },
    }),
  });
}

export function updateSchedule(store: FakeStore, id: string, change: ScheduleChange): SubscriptionSchedule {
  const schedule = store.get(id, 'subscription_schedule');
  if (schedule.status !== 'active' || schedule.current_phase === null || schedule.subscription === null)
    throw new Refused(`You cannot update a subscription schedule that is ${schedule.status}.`);
  const subscription = store.get(schedule.subscription, 'subscription');
  const { current_phase: running } = schedule;
  if (change.phases && change.phases[0]?.start_date !== running.start_date)
    throw new Refused('You can not modify the start date of the current phase.');
  let start = running.start_date;
  const phases = change.phases?.map((given) => {
    const price = store.get(given.items[0]?.price, 'price');
    if (price.currency !== subscription.currency)
      throw new Refused('All prices of a schedule must have the currency of its subscription.');
    const lasts = given.duration ?? { interval: price.recurring?.interval ?? 'month' };
    const recurring = { interval_count: 1, ...lasts };
    const end =
      typeof given.end_date === 'number' ? given.end_date : nextPeriodEnd({ ...price, recurring }, start);
    const phase = phaseOf(subscription, { start_date: start, end_date: end }, given);
    start = end;
    return phase;
  });
  const [first] = phases ?? [];
  return store.change(
    schedule,
    {
      ...(phases && { phases }),
      ...(first && { current_phase: { start_date: first.start_date, end_date: first.end_date } }),
      end_behavior: change.end_behavior ?? schedule.end_behavior,
    },
    'subscription_schedule.updated',
  );
}

/** Nothing more is changed by it; the subscription goes on as it is. */
export function releaseSchedule(store: FakeStore, id: string): SubscriptionSchedule {
  const schedule = store.get(id, 'subscription_schedule');
  if (schedule.status !== 'active')
    throw new Refused(
      `You cannot release a subscription schedule that is currently in the \`${schedule.status}\` status.`,
    );
  const { subscription } = schedule;
  if (subscription !== null)
    store.change(
      store.get(subscription, 'subscription'),
      { schedule: null },
      'customer.subscription.updated',
    );
  return store.change(
    schedule,
    {
      status: 'released',
      subscription: null,
      current_phase: null,
      released_at: store.now,
      released_subscription: subscription,
    },
    'subscription_schedule.released',
  );
}

/** The running phase has ended: the next one begins, or the schedule lets go of its subscription. */
export function turnSchedule(store: FakeStore, schedule: SubscriptionSchedule): void {
  const phase = nextPhase(schedule);
  if (!phase) {
    const { end_behavior, subscription } = schedule;
    if (end_behavior === 'cancel')
      endSubscription(store, store.get(subscription, 'subscription'), 'cancellation_requested');
    else releaseSchedule(store, schedule.id);
    return;
  }
  const subscription = store.get(schedule.subscription, 'subscription');
  applyPhase(store, subscription, phase);
  store.emit('customer.subscription.updated', subscription);
  const current_phase = { start_date: phase.start_date, end_date: phase.end_date };
  store.change(schedule, { current_phase }, 'subscription_schedule.updated');
}

/** The price of the next period; another interval ends the running one here. */
export function applyPhase(store: FakeStore, subscription: Subscription, phase: Phase): void {
  const [item] = subscription.items.data;
  const [given] = phase.items;
  if (!item || !given) return;
  const price = store.get(given.price, 'price');
  const isSwap = price.recurring?.interval !== item.price.recurring?.interval;
  const to = isSwap ? phase.start_date : item.current_period_end;
  const period = { from: item.current_period_start, to };
  const { quantity } = given;
  Object.assign(item, newItem(store, subscription.id, { price, quantity, ...period }), { id: item.id });
  if (isSwap) subscription.billing_cycle_anchor = phase.start_date;
  subscription.discounts = phase.discounts.flatMap(({ discount }) => discount ?? []);
  if (phase.automatic_tax) subscription.automatic_tax.enabled = phase.automatic_tax.enabled;
}
