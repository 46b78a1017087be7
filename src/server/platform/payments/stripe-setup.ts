import Stripe from 'stripe';
import { z } from 'zod';
import { INTERVALS } from '#domain/billing/facts';
import type { ProviderPrice, ProviderSetup } from './payment-provider.ts';
import { allOf, asked, askedFor } from './stripe-answers.ts';

const priceShape = z.object({
  active: z.boolean(),
  currency: z.string(),
  unit_amount: z.int().nullable(),
  recurring: z.object({ interval: z.string(), interval_count: z.int() }).nullable(),
});
const enabled = z.object({ enabled: z.boolean() });
const portalShape = z.object({
  features: z.object({
    invoice_history: enabled,
    payment_method_update: enabled,
    subscription_cancel: enabled.extend({ mode: z.string() }),
    subscription_update: enabled,
  }),
});
const taxShape = z.object({
  status: z.string(),
  status_details: z.object({
    pending: z.object({ missing_fields: z.array(z.string()).nullable() }).nullish(),
  }),
});
const endpointShape = z.object({ url: z.string(), status: z.string(), enabled_events: z.array(z.string()) });

/** How the account at Stripe is set up, as far as the key may read it. */
export async function readStripeSetup(client: Stripe, prices: readonly string[]): Promise<ProviderSetup> {
  const found = new Map<string, ProviderPrice | null>();
  for (const price of prices) found.set(price, await priceOf(client, price));
  return {
    prices: found,
    portal: await ifAllowed(async () => {
      const list = client.billingPortal.configurations.list({ is_default: true, active: true, limit: 1 });
      const [portal] = await allOf(list, portalShape);
      if (!portal) return 'missing';
      const { invoice_history, payment_method_update, subscription_cancel, subscription_update } =
        portal.features;
      return {
        cancelsAtPeriodEnd: subscription_cancel.enabled && subscription_cancel.mode === 'at_period_end',
        switchesPlans: subscription_update.enabled,
        showsInvoices: invoice_history.enabled,
        updatesCards: payment_method_update.enabled,
      };
    }),
    tax: await ifAllowed(async () => {
      const { status, status_details } = taxShape.parse(await client.tax.settings.retrieve());
      return { isActive: status === 'active', missing: status_details.pending?.missing_fields ?? [] };
    }),
    endpoints: await ifAllowed(async () => {
      const endpoints = await allOf(client.webhookEndpoints.list({ limit: 100 }), endpointShape);
      return endpoints.map(({ enabled_events, status, url }) => ({
        url,
        isEnabled: status === 'enabled',
        events: enabled_events,
      }));
    }),
  };
}

async function priceOf(client: Stripe, id: string): Promise<ProviderPrice | null> {
  const price = await askedFor(async () => priceShape.parse(await client.prices.retrieve(id)));
  const interval = INTERVALS.find((one) => one === price?.recurring?.interval);
  if (!price || price.unit_amount === null || !interval || price.recurring?.interval_count !== 1) return null;
  return { isActive: price.active, currency: price.currency, unitAmount: price.unit_amount, interval };
}

/** Null: the key may not read this. */
async function ifAllowed<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    return asked(() => Promise.reject(error));
  }
}
