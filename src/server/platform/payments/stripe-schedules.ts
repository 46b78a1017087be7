import type Stripe from 'stripe';
import { type ChangeOrder, PaymentRefused } from './payment-provider.ts';
import { type StripeSubscription, scheduleShape, subscriptionShape } from './stripe-shapes.ts';

interface Keyed {
  readonly key: string;
}

type Phases = readonly Stripe.SubscriptionScheduleUpdateParams.Phase[];

/** The price that a schedule changes a subscription to next, and when. */
export function scheduledOf({
  schedule,
}: Pick<StripeSubscription, 'schedule'>): { readonly at: number; readonly price: string } | undefined {
  if (schedule === null || typeof schedule === 'string' || schedule.status !== 'active') return undefined;
  const { current_phase: running, phases } = schedule;
  const next = phases.find(({ start_date }) => running !== null && start_date >= running.end_date);
  const [item] = next?.items ?? [];
  return next && item && { at: next.start_date, price: item.price };
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
  if (schedule)
    await client.subscriptionSchedules.release(schedule.id, undefined, { idempotencyKey: `${key}:release` });
}

function activeSchedule({ schedule }: StripeSubscription) {
  return schedule !== null && typeof schedule !== 'string' && schedule.status === 'active'
    ? schedule
    : undefined;
}
