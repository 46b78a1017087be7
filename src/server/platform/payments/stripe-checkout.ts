import type Stripe from 'stripe';
import { type CheckoutOrder, type PaymentCommands, PaymentRefused } from './payment-provider.ts';
import { allOf, asked, askedFor } from './stripe-answers.ts';
import { sessionShape, subscriptionShape, urlShape } from './stripe-shapes.ts';

/** The languages of Stripe's pages. */
const LOCALES = new Set(
  'bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
    ' ',
  ),
);
const LIVE = ['active', 'past_due', 'trialing', 'unpaid', 'paused'];

const localeOf = (locale: string) =>
  (LOCALES.has(locale) ? locale : 'auto') as Stripe.Checkout.SessionCreateParams.Locale &
    Stripe.BillingPortal.SessionCreateParams.Locale;

/** Pages of Stripe that a person is sent to: to pay, and to see to what they pay with. */
export function stripePages(
  client: Stripe,
  apiUrl: string,
): Pick<PaymentCommands, 'openCheckout' | 'findCheckout' | 'openPortal'> {
  return {
    openCheckout: (order) => asked(() => openCheckout(client, apiUrl, order)),
    findCheckout: async (id) => {
      const session = await askedFor(async () =>
        sessionShape.parse(await client.checkout.sessions.retrieve(id)),
      );
      return session && { id: session.id, customer: session.customer, state: session.status };
    },
    openPortal: ({ customer, locale, returnUrl }) =>
      asked(async () => {
        const order = { customer, return_url: returnUrl, locale: localeOf(locale) };
        const { url } = urlShape.parse(await client.billingPortal.sessions.create(order));
        return { url: safePage(url, apiUrl) };
      }),
  };
}

async function openCheckout(client: Stripe, apiUrl: string, order: CheckoutOrder) {
  const { customer } = order;
  // Two pages that are both paid make two subscriptions.
  const known = await allOf(
    client.subscriptions.list({ customer, status: 'all', limit: 100 }),
    subscriptionShape,
  );
  if (known.some(({ ended_at, status }) => ended_at === null && LIVE.includes(status)))
    throw new PaymentRefused('this customer has a subscription that runs');
  const open = client.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  for (const { id } of await allOf(open, sessionShape)) await client.checkout.sessions.expire(id);
  const created = await client.checkout.sessions.create(paramsOf(order), { idempotencyKey: order.key });
  const { id, url } = sessionShape.parse(created);
  return { id, url: safePage(url, apiUrl) };
}

function paramsOf(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    customer: order.customer,
    client_reference_id: order.account,
    line_items: [{ price: order.price, quantity: order.quantity }],
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    locale: localeOf(order.locale),
    allow_promotion_codes: true,
    // Also for a trial, which charges nothing today.
    payment_method_collection: 'always',
    automatic_tax: { enabled: true },
    // Without these two an automatic tax refuses a customer of whom no address is known.
    customer_update: { address: 'auto', name: 'auto' },
    tax_id_collection: { enabled: true },
    consent_collection: { terms_of_service: 'required' },
    subscription_data: {
      metadata: { account: order.account },
      ...(order.trialDays !== null && {
        trial_period_days: order.trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      }),
    },
  };
}

/** A person is sent nowhere but to Stripe, or to the server that stands in for it. */
export function safePage(url: string | null, apiUrl: string): string {
  const page = url === null ? null : URL.parse(url);
  const isStripe =
    page?.protocol === 'https:' && page.hostname.endsWith('.stripe.com') && page.username === '';
  if (!page || !(isStripe || page.origin === new URL(apiUrl).origin))
    throw new PaymentRefused('the address of the page is not one of Stripe');
  return page.href;
}
