import type { Subscription } from './objects.ts';
import { type FakeStore, NotFound } from './store.ts';

export function endSubscription(
  store: FakeStore,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Subscription {
  if (subscription.ended_at !== null) throw new NotFound(`No such subscription: '${subscription.id}'`);
  for (const invoice of store.all('invoice'))
    if (
      invoice.parent.subscription_details.subscription === subscription.id &&
      ['open', 'draft'].includes(invoice.status)
    )
      store.change(invoice, { auto_advance: false, next_payment_attempt: null });
  const schedule = store.all('subscription_schedule').find(({ id }) => id === subscription.schedule);
  if (schedule)
    store.change(
      schedule,
      { status: 'canceled', current_phase: null, canceled_at: store.now },
      'subscription_schedule.canceled',
    );
  store.change(subscription, {
    status: 'canceled',
    ended_at: store.now,
    canceled_at: subscription.canceled_at ?? store.now,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  });
  store.emit('customer.subscription.deleted', subscription);
  return subscription;
}
