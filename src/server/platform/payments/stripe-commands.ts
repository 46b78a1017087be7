import type Stripe from 'stripe';
import { type ChangeOrder, type PaymentCommands, PaymentRefused } from './payment-provider.ts';
import { allOf, asked, askedFor } from './stripe-answers.ts';
import { safePage } from './stripe-checkout.ts';
import { productOf } from './stripe-products.ts';
import { changeReleased, readSubscription, releaseSchedule, scheduleChange } from './stripe-schedules.ts';
import {
  customerShape,
  invoiceShape,
  keptShape,
  metShape,
  previewShape,
  type StripeSubscription,
} from './stripe-shapes.ts';

type Changes = Omit<
  PaymentCommands,
  'openCheckout' | 'findCheckout' | 'openPortal' | 'createCoupon' | 'listCoupons' | 'deactivateCoupon'
>;
const keyed = (key: string) => ({ idempotencyKey: key });

/** What changes something at Stripe; each under its key, so that a repetition does nothing twice. */
export function stripeCommands(client: Stripe, apiUrl: string): Changes {
  return {
    createCustomer: ({ account, email, key }) =>
      asked(async () => {
        const order = { email, metadata: { account } };
        return customerShape.parse(await client.customers.create(order, keyed(key))).id;
      }),
    findCustomer: ({ account, email }) =>
      asked(async () => {
        // By the address: what is found by metadata is found only after a while.
        const known = await allOf(client.customers.list({ email, limit: 100 }), metShape);
        return known.find(({ metadata }) => metadata.account === account)?.id;
      }),
    isGone: async (customer) => {
      const kept = await askedFor(async () => keptShape.parse(await client.customers.retrieve(customer)));
      return kept?.deleted === true;
    },
    deleteCustomer: async ({ customer }) => {
      await askedFor(() => client.customers.del(customer));
    },
    cancelAtPeriodEnd: ({ key, subscription }) =>
      asked(async () => {
        const known = await readSubscription(client, subscription);
        // Under a schedule Stripe takes no cancellation.
        await changeReleased(client, known, key, () =>
          client.subscriptions.update(subscription, { cancel_at_period_end: true }, keyed(key)),
        );
      }),
    keep: ({ key, subscription }) => asked(() => keep(client, subscription, key)),
    cancelNow: async ({ key, subscription }) => {
      await askedFor(async () => {
        await releaseSchedule(client, await readSubscription(client, subscription), key);
        await client.subscriptions.cancel(subscription);
      });
    },
    previewUpgrade: (order) =>
      asked(async () => {
        const items = [itemParams(itemOf(await subscriptionOf(client, order)).id, order)];
        const preview = await client.invoices.createPreview({
          subscription: order.subscription,
          subscription_details: {
            items,
            proration_behavior: 'always_invoice',
            ...(order.endsTrial ? { trial_end: 'now' } : { proration_date: seconds(order.at) }),
          },
        });
        return previewShape.parse(preview);
      }),
    upgrade: (order) => asked(() => upgrade(client, order)),
    downgrade: (order) => asked(() => downgrade(client, order)),
    schedule: (order) => asked(() => scheduleChange(client, order)),
    switch: (order) => asked(() => switchInTrial(client, order)),
    refund: (order) => asked(() => refund(client, order)),
    createPrice: (order) => asked(() => createPrice(client, order)),
    invoiceUrl: async ({ customer, invoice }) => {
      const found = await askedFor(async () => invoiceShape.parse(await client.invoices.retrieve(invoice)));
      if (found?.customer !== customer || !found.invoice_pdf) return null;
      return safePage(found.invoice_pdf, apiUrl);
    },
  };
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

const subscriptionOf = (client: Stripe, { customer, subscription }: ChangeOrder) =>
  readSubscription(client, subscription, customer);

function itemOf({ id, items }: StripeSubscription) {
  const [item] = items.data;
  if (!item) throw new PaymentRefused(`subscription ${id} has no item`);
  return item;
}

function itemParams(id: string, { price, quantity }: ChangeOrder) {
  return { id, price, ...(quantity !== undefined && { quantity }) };
}

async function upgrade(client: Stripe, order: Parameters<Changes['upgrade']>[0]): Promise<void> {
  const subscription = await subscriptionOf(client, order);
  const change: Stripe.SubscriptionUpdateParams = {
    items: [itemParams(itemOf(subscription).id, order)],
    proration_behavior: 'always_invoice',
    ...(order.endsTrial ? { trial_end: 'now' } : { proration_date: seconds(order.at) }),
    payment_behavior: 'error_if_incomplete',
  };
  await changeReleased(client, subscription, order.key, () =>
    client.subscriptions.update(order.subscription, change, keyed(order.key)),
  );
}

/** A wanted end is said by a flag or by a date; each is taken back in its own way. */
async function keep(client: Stripe, subscription: string, key: string): Promise<void> {
  const known = await readSubscription(client, subscription);
  await releaseSchedule(client, known, key);
  if (known.cancel_at_period_end)
    await client.subscriptions.update(subscription, { cancel_at_period_end: false }, keyed(key));
  else if (known.cancel_at !== null)
    await client.subscriptions.update(subscription, { cancel_at: '' }, keyed(key));
}

/** Another interval would begin, and be charged, at once: what is paid would not stay. */
async function downgrade(client: Stripe, order: ChangeOrder & { readonly key: string }): Promise<void> {
  const subscription = await subscriptionOf(client, order);
  const item = itemOf(subscription);
  const { recurring } = await client.prices.retrieve(order.price);
  if (recurring?.interval !== item.price.recurring.interval)
    throw new PaymentRefused('the new price is charged at another interval');
  const change = { items: [itemParams(item.id, order)], proration_behavior: 'none' as const };
  await changeReleased(client, subscription, order.key, () =>
    client.subscriptions.update(order.subscription, change, keyed(order.key)),
  );
}

async function switchInTrial(client: Stripe, order: ChangeOrder & { readonly key: string }): Promise<void> {
  const subscription = await subscriptionOf(client, order);
  const { status, trial_end } = subscription;
  if (status !== 'trialing' || trial_end === null) throw new PaymentRefused('there is no trial');
  const items = [{ id: itemOf(subscription).id, price: order.price }];
  // Said again, because another interval would begin and be charged at once.
  const change = { items, trial_end, proration_behavior: 'none' as const };
  await changeReleased(client, subscription, order.key, () =>
    client.subscriptions.update(order.subscription, change, keyed(order.key)),
  );
}

async function refund(client: Stripe, order: Parameters<Changes['refund']>[0]): Promise<void> {
  const invoice = invoiceShape.parse(await client.invoices.retrieve(order.invoice, { expand: ['payments'] }));
  if (invoice.customer !== order.customer) throw new PaymentRefused('the invoice is of another customer');
  const paid = (invoice.payments?.data ?? []).filter(({ status }) => status === 'paid');
  const [payment] = paid;
  if (!payment || paid.length > 1) throw new PaymentRefused('the invoice was not paid by one payment');
  const { charge, payment_intent } = payment.payment;
  await client.refunds.create(
    {
      ...(payment_intent ? { payment_intent } : { charge: charge ?? '' }),
      ...(order.amount !== null && { amount: order.amount }),
    },
    keyed(order.key),
  );
}

/** All prices of a plan are of one product, which is named after the plan. */
async function createPrice(client: Stripe, order: Parameters<Changes['createPrice']>[0]): Promise<string> {
  const id = productOf(order.plan);
  const known = await askedFor(() => client.products.retrieve(id));
  if (!known) await client.products.create({ id, name: order.planName }, keyed(`${order.key}:product`));
  const price = await client.prices.create(
    {
      product: id,
      currency: order.currency,
      unit_amount: order.unitAmount,
      recurring: { interval: order.interval },
      tax_behavior: order.taxBehavior,
    },
    keyed(order.key),
  );
  return price.id;
}
