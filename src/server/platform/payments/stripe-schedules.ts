import type Stripe from 'stripe';
import { type ChangeOrder, PaymentRefused } from './payment-provider.ts';
import { isRefusal } from './stripe-answers.ts';
import { type StripeSubscription, scheduleShape, subscriptionShape } from './stripe-shapes.ts';

interface Keyed {
  readonly key: string;
}

type Phases = readonly Stripe.SubscriptionScheduleUpdateParams.Phase[];

/** The price that a schedule changes a subscription to next, and when. */
export function scheduledOf({
  schedule,
}: Pick<StripeSubscription, 'schedule'>):
  | { readonly at: number; readonly price: string; readonly schedule: string }
  | undefined {
  if (schedule === null || typeof schedule === 'string' || schedule.status !== 'active') return undefined;
  const { current_phase: running, phases } = schedule;
  const next = phases.find(({ start_date }) => running !== null && start_date >= running.end_date);
  const [item] = next?.items ?? [];
  return next && item && { at: next.start_date, price: item.price, schedule: schedule.id };
}

/** A subscription with its schedule; it must be of the customer who is named. */
export async function readSubscription(
  client: Stripe,
  id: string,
  customer?: string,
): Promise<StripeSubscription> {
  const found = subscriptionShape.parse(await client.subscriptions.retrieve(id, { expand: ['schedule'] }));
  if (customer !== undefined && found.customer !== customer)
    throw new PaymentRefused('the subscription is of another customer');
  return found;
}

/**
 * Changes the price when the running period ends. The period that runs stays as it is: what a phase doesn't repeat, the
 * subscription would lose, its discounts first of all.
 */
export async function scheduleChange(client: Stripe, order: Keyed & ChangeOrder): Promise<void> {
  const subscription = await readSubscription(client, order.subscription, order.customer);
  const { recurring } = await client.prices.retrieve(order.price);
  if (!recurring) throw new PaymentRefused('the new price is not charged again and again');
  const keyed = (step: string) => ({ idempotencyKey: `${order.key}:${step}` });
  const schedule =
    activeSchedule(subscription) ??
    scheduleShape.parse(
      await client.subscriptionSchedules.create({ from_subscription: order.subscription }, keyed('create')),
    );
  const change = {
    end_behavior: 'release' as const,
    proration_behavior: 'none' as const,
    phases: [...phasesOf(subscription, order.price, recurring.interval)],
  };
  await client.subscriptionSchedules.update(schedule.id, change, keyed('phases'));
}

function phasesOf(
  subscription: StripeSubscription,
  price: string,
  interval: Stripe.Price.Recurring.Interval,
): Phases {
  const [item] = subscription.items.data;
  if (!item) throw new PaymentRefused('the subscription has no item');
  const kept = {
    discounts: subscription.discounts.map((one) => ({
      discount: typeof one === 'string' ? one : one.id,
    })),
    automatic_tax: { enabled: subscription.automatic_tax.enabled },
    proration_behavior: 'none' as const,
  };
  return [
    {
      ...kept,
      items: [{ price: item.price.id, quantity: item.quantity }],
      start_date: item.current_period_start,
      end_date: item.current_period_end,
      ...(subscription.status === 'trialing' && { trial_end: item.current_period_end }),
    },
    {
      ...kept,
      items: [{ price, quantity: item.quantity }],
      duration: { interval: interval === 'year' ? 'year' : 'month', interval_count: 1 },
    },
  ];
}

/** Lets go of a subscription, so that it goes on as it is; one without a schedule is no fault. */
export async function releaseSchedule(
  client: Stripe,
  subscription: StripeSubscription,
  key: string,
): Promise<void> {
  const schedule = activeSchedule(subscription);
  const idempotencyKey = `${key}:release:${schedule?.id}`;
  if (schedule) await client.subscriptionSchedules.release(schedule.id, undefined, { idempotencyKey });
}

/**
 * Makes a change that Stripe takes only of a subscription without a schedule, with one key however often it is asked. A change
 * that is refused leaves scheduled what was scheduled before. One without an answer is asked for again, and if that is no answer
 * either, nothing is scheduled: it would be put over a change that is still under way. What isn't scheduled again here is left
 * to whoever gave the command, and fails as the change did.
 */
export async function changeReleased(
  client: Stripe,
  subscription: StripeSubscription,
  key: string,
  change: () => Promise<unknown>,
): Promise<void> {
  await releaseSchedule(client, subscription, key);
  try {
    await change().catch((error: unknown) => (isRefusal(error) ? Promise.reject(error) : change()));
  } catch (error) {
    if (isRefusal(error)) await scheduleAgain(client, subscription, key).catch(() => undefined);
    throw error;
  }
}

async function scheduleAgain(client: Stripe, before: StripeSubscription, key: string): Promise<void> {
  const scheduled = scheduledOf(before);
  if (!scheduled) return;
  const { customer, id } = before;
  const now = await readSubscription(client, id);
  if (activeSchedule(now) || termsOf(now) !== termsOf(before)) return;
  const { price } = scheduled;
  await scheduleChange(client, {
    customer,
    subscription: id,
    price,
    key: `${key}:again:${scheduled.schedule}`,
  });
}

/** What a change of a subscription changes. */
function termsOf({ cancel_at, cancel_at_period_end, ended_at, items }: StripeSubscription): string {
  const bought = items.data.map(({ price, quantity }) => [price.id, quantity]);
  return JSON.stringify([bought, cancel_at, cancel_at_period_end, ended_at]);
}

function activeSchedule({ schedule }: StripeSubscription) {
  return schedule !== null && typeof schedule !== 'string' && schedule.status === 'active'
    ? schedule
    : undefined;
}
