import {
  createCoupon,
  createCustomer,
  createPrice,
  createProduct,
  createPromotionCode,
  deleteCustomer,
  type NewCoupon,
  type NewCustomer,
  type NewPrice,
  type NewProduct,
  type NewPromotionCode,
} from '../fake/catalogue.ts';
import type { CheckoutOrder } from '../fake/checkout.ts';
import { endSubscription } from '../fake/end-subscription.ts';
import type { FakeStripe } from '../fake/fake-stripe.ts';
import type { Kind, Kinds, Metadata, Page, Subscription } from '../fake/objects.ts';
import { type NewRefund, payOpenInvoices, refundCharge } from '../fake/payments.ts';
import { type PreviewOrder, previewInvoice } from '../fake/preview.ts';
import { createSchedule, releaseSchedule, type ScheduleChange, updateSchedule } from '../fake/schedules.ts';
import { portalConfigurations, taxSettings, webhookEndpoints } from '../fake/setup.ts';
import { type Card, CardDeclined, DAY, listOf, NotFound } from '../fake/store.ts';
import { createSubscription, type SubscriptionChange } from '../fake/subscriptions.ts';
import type { Requests } from '../schema/published.ts';
import { complete, readRequest } from '../schema/published-shapes.ts';
import type { Form } from './form.ts';

type Answer = (fake: FakeStripe, form: Form, id: string) => object;

/** Reads the parameters by what Stripe publishes; the fake knows the part of them that it names. */
function read<Part>(name: keyof Requests, form: Form): Part {
  const { expand: _expand, ...rest } = form;
  return readRequest(name, rest) as Part;
}

interface Paging {
  limit?: number;
  starting_after?: string;
}

export function pageOf<T extends { id: string }>(all: readonly T[], paging: Paging, url: string): Page<T> {
  const { limit = 10, starting_after: after } = paging;
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return listOf(all.slice(from, from + limit), url, all.length > from + limit);
}

/** A list of one kind, newest first, of what agrees with the parameters that are given. */
function listing<K extends Kind>(
  kind: K,
  request: keyof Requests,
  url: string,
  keeps: (one: Kinds[K], given: Record<string, unknown>) => boolean = () => true,
): Answer {
  return ({ store }, form) => {
    const given = read<Paging & Record<string, unknown>>(request, form);
    return pageOf(
      store
        .all(kind)
        .filter((one) => keeps(one, given))
        .reverse(),
      given,
      url,
    );
  };
}

const agrees = (given: unknown, own: unknown) => given === undefined || given === own;
const subscriptionOf = (fake: FakeStripe, id: string) => fake.store.get(id, 'subscription');

/** Every request that the product makes, and those that a test makes an account ready with. */
export const ROUTES: Record<string, Answer> = {
  'POST customers': ({ store }, form) => {
    const { payment_method, ...given } = read<NewCustomer & { payment_method?: string }>(
      'customerCreate',
      form,
    );
    return createCustomer(store, given, payment_method === undefined ? 'none' : cardOf(payment_method));
  },
  'GET customers': listing('customer', 'customerList', '/v1/customers', (one, { email }) =>
    agrees(email, one.email),
  ),
  'GET customers/:id': ({ store }, _form, id) => store.objects.get(id) ?? store.get(id, 'customer'),
  'POST customers/:id': ({ store }, form, id) => {
    const { invoice_settings: settings, ...given } = read<CustomerForm>('customerUpdate', form);
    if (settings?.default_payment_method) store.cards.set(id, cardOf(settings.default_payment_method));
    return store.change(store.get(id, 'customer'), given, 'customer.updated');
  },
  'DELETE customers/:id': ({ store }, _form, id) => deleteCustomer(store, id),
  'POST products': ({ store }, form) => createProduct(store, read<NewProduct>('productCreate', form)),
  'GET products': listing('product', 'productList', '/v1/products'),
  'GET products/:id': ({ store }, _form, id) => store.get(id, 'product'),
  'POST prices': ({ store }, form) => createPrice(store, read<NewPrice>('priceCreate', form)),
  'POST prices/:id': ({ store }, form, id) =>
    store.change(store.get(id, 'price'), read<Record<string, unknown>>('priceUpdate', form), 'price.updated'),
  'GET prices': listing(
    'price',
    'priceList',
    '/v1/prices',
    (one, { active, product }) => agrees(active, one.active) && agrees(product, one.product),
  ),
  'GET prices/:id': ({ store }, _form, id) => store.get(id, 'price'),
  'POST coupons': ({ store }, form) => createCoupon(store, read<NewCoupon>('couponCreate', form)),
  'POST promotion_codes': ({ store }, form) =>
    createPromotionCode(store, read<NewPromotionCode>('promotionCodeCreate', form)),
  'POST promotion_codes/:id': ({ store }, form, id) =>
    store.change(
      store.get(id, 'promotion_code'),
      read<Record<string, unknown>>('promotionCodeUpdate', form),
      'promotion_code.updated',
    ),
  'GET promotion_codes': listing(
    'promotion_code',
    'promotionCodeList',
    '/v1/promotion_codes',
    (one, { code }) => agrees(code, one.code),
  ),
  'POST checkout/sessions': ({ checkout }, form) =>
    checkout.open(read<CheckoutOrder>('checkoutSessionCreate', form)),
  'GET checkout/sessions': listing(
    'checkout.session',
    'checkoutSessionList',
    '/v1/checkout/sessions',
    (one, { customer, status }) => agrees(customer, one.customer) && agrees(status, one.status),
  ),
  'GET checkout/sessions/:id': ({ store }, _form, id) => store.get(id, 'checkout.session'),
  'POST checkout/sessions/:id/expire': ({ checkout }, _form, id) => checkout.expire(id),
  'POST billing_portal/sessions': openPortal,
  'POST subscriptions': newSubscription,
  'GET subscriptions': listing(
    'subscription',
    'subscriptionList',
    '/v1/subscriptions',
    (one, { customer, status }) =>
      agrees(customer, one.customer) &&
      (status === 'all' || (status === undefined ? one.status !== 'canceled' : one.status === status)),
  ),
  'GET subscriptions/:id': (fake, _form, id) => subscriptionOf(fake, id),
  'POST subscriptions/:id': changeSubscription,
  'DELETE subscriptions/:id': (fake, _form, id) =>
    endSubscription(fake.store, subscriptionOf(fake, id), 'cancellation_requested'),
  'POST subscription_schedules': ({ store }, form) =>
    createSchedule(store, read<{ from_subscription: string }>('scheduleCreate', form).from_subscription),
  'POST subscription_schedules/:id': ({ store }, form, id) =>
    updateSchedule(store, id, read<ScheduleChange>('scheduleUpdate', form)),
  'POST subscription_schedules/:id/release': ({ store }, form, id) => {
    read('scheduleRelease', form);
    return releaseSchedule(store, id);
  },
  'GET invoices': listing(
    'invoice',
    'invoiceList',
    '/v1/invoices',
    (one, { customer, status, subscription }) =>
      agrees(customer, one.customer) &&
      agrees(status, one.status) &&
      agrees(subscription, one.parent.subscription_details.subscription),
  ),
  'GET invoices/:id': ({ store }, _form, id) => store.get(id, 'invoice'),
  'GET invoices/:id/lines': ({ store }, form, id) =>
    pageOf(
      store.get(id, 'invoice').lines.data,
      read<Paging>('invoiceLineList', form),
      `/v1/invoices/${id}/lines`,
    ),
  'POST invoices/:id/pay': ({ store }, form, id) => {
    read('invoicePay', form);
    const invoice = store.get(id, 'invoice');
    payOpenInvoices(store, invoice.customer);
    if (invoice.status !== 'paid') throw new CardDeclined();
    return invoice;
  },
  'POST payment_methods/:id/attach': attachCard,
  'POST products/:id': ({ store }, form, id) =>
    store.change(
      store.get(id, 'product'),
      read<Record<string, unknown>>('productUpdate', form),
      'product.updated',
    ),
  'POST invoices/create_preview': (fake, form) =>
    previewInvoice(fake, read<PreviewOrder>('invoicePreview', form)),
  'GET invoice_payments': listing(
    'invoice_payment',
    'invoicePaymentList',
    '/v1/invoice_payments',
    (one, { invoice }) => agrees(invoice, one.invoice),
  ),
  'GET charges': listing('charge', 'chargeList', '/v1/charges', (one, { customer }) =>
    agrees(customer, one.customer),
  ),
  'GET charges/:id': ({ store }, _form, id) => store.get(id, 'charge'),
  'POST refunds': ({ store }, form) => refundCharge(store, read<NewRefund>('refundCreate', form)),
  'GET refunds': listing('refund', 'refundList', '/v1/refunds', (one, { charge }) =>
    agrees(charge, one.charge),
  ),
  'GET disputes': listing('dispute', 'disputeList', '/v1/disputes', (one, { charge }) =>
    agrees(charge, one.charge),
  ),
  'GET billing_portal/configurations': ({ store }, form) => {
    read('portalConfigurationList', form);
    return portalConfigurations(store);
  },
  'GET tax/settings': ({ store }, form) => {
    read('taxSettingsRetrieve', form);
    return taxSettings(store);
  },
  'GET webhook_endpoints': ({ store }, form) => {
    read('webhookEndpointList', form);
    return webhookEndpoints(store);
  },
  'GET events': ({ store }, form) => {
    const given = read<Paging & { type?: string }>('eventList', form);
    const kept = store.keptEvents().filter(({ type }) => agrees(given.type, type));
    return pageOf(kept.reverse(), given, '/v1/events');
  },
  'POST test_helpers/test_clocks': newClock,
  'GET test_helpers/test_clocks/:id': ({ store }, _form, id) => {
    const clock = store.get(id, 'test_helpers.test_clock');
    return Object.assign(clock, { frozen_time: store.now });
  },
  'DELETE test_helpers/test_clocks/:id': deleteClock,
  'POST test_helpers/test_clocks/:id/advance': ({ store, time }, form, id) => {
    const clock = store.get(id, 'test_helpers.test_clock');
    const given = read<{ frozen_time: number }>('testClockAdvance', form);
    time.advance(given.frozen_time);
    return store.change(clock, given);
  },
};

/** The route of a path, and the id in it. */
export function findRoute(method: string, path: string): { answer: Answer; id: string } {
  const parts = path.replace(/^\/v1\//, '').split('/');
  for (let at = 0; at <= parts.length; at += 1) {
    // First the path as it stands, then with each part as an id.
    const name = parts.map((part, index) => (index === at - 1 ? ':id' : part)).join('/');
    const answer = ROUTES[`${method} ${name}`];
    if (answer) return { answer, id: decodeURIComponent(parts[at - 1] ?? '') };
  }
  throw new NotFound(`Unrecognized request URL (${method}: ${path}).`);
}

function openPortal({ store }: FakeStripe, form: Form) {
  const { customer, return_url } = read<{ customer: string; return_url?: string }>(
    'portalSessionCreate',
    form,
  );
  store.get(customer, 'customer');
  const id = store.id('bps');
  return store.add('billing_portal.session', {
    id,
    created: store.now,
    customer,
    configuration: 'bpc_1',
    return_url: return_url ?? null,
    url: `${store.url}/p/session/${id}`,
  });
}

interface SubscriptionForm extends Omit<SubscriptionChange, 'item' | 'cancel_at'> {
  customer: string;
  items?: { price: string; quantity?: number }[];
  trial_period_days?: number;
  automatic_tax?: { enabled: boolean };
  cancel_at?: number | string;
  metadata?: Metadata;
}

function newSubscription({ store }: FakeStripe, form: Form): Subscription {
  const given = read<SubscriptionForm>('subscriptionCreate', form);
  return createSubscription(store, {
    customer: given.customer,
    items: given.items ?? [],
    trialDays: given.trial_period_days,
    metadata: given.metadata,
    hasTax: given.automatic_tax?.enabled,
  });
}

function changeSubscription(fake: FakeStripe, form: Form, id: string): Subscription {
  const { cancel_at, items, ...given } = read<SubscriptionForm>('subscriptionUpdate', form);
  const end = typeof cancel_at === 'string' ? null : cancel_at;
  return fake.subscriptions.update(subscriptionOf(fake, id), {
    ...given,
    item: items?.[0],
    cancel_at: end,
  });
}

interface CustomerForm extends Record<string, unknown> {
  invoice_settings?: { default_payment_method?: string };
}

/** As Stripe's payment methods for tests are called; what was attached keeps the name at its end. */
const cardOf = (method: string): Card => (method.endsWith('pm_card_visa') ? 'good' : 'declines');

function attachCard({ store }: FakeStripe, form: Form, id: string): object {
  const { customer } = read<{ customer: string }>('paymentMethodAttach', form);
  store.get(customer, 'customer');
  return complete('paymentMethod', {
    id: `${store.id('pm')}_${id}`,
    object: 'payment_method',
    created: store.now,
    customer,
    metadata: {},
    type: 'card',
    billing_details: {},
  });
}

/** Its customers go with it. */
function deleteClock({ store }: FakeStripe, _form: Form, id: string): object {
  store.get(id, 'test_helpers.test_clock');
  for (const customer of store.all('customer'))
    if (customer.test_clock === id) deleteCustomer(store, customer.id);
  store.objects.delete(id);
  return { id, object: 'test_helpers.test_clock', deleted: true };
}

function newClock({ store, time }: FakeStripe, form: Form) {
  const { frozen_time, name } = read<{ frozen_time: number; name?: string }>('testClockCreate', form);
  time.advance(frozen_time);
  return store.add('test_helpers.test_clock', {
    id: store.id('clock'),
    created: store.now,
    deletes_after: store.now + 30 * DAY,
    frozen_time,
    name: name ?? null,
    status: 'ready',
    status_details: {},
  });
}
