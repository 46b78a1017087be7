import Stripe from 'stripe';
import { limitedFetch } from '../limited-fetch.ts';
import { ProviderAway } from '../sign-in-provider.ts';
import { type PaymentProvider, PaymentsAway } from './payment-provider.ts';
import type { StripeAccess, StripeCalls } from './stripe-access.ts';
import { asked, askedFor } from './stripe-answers.ts';
import { balancesAtStripe } from './stripe-balances.ts';
import { stripePages } from './stripe-checkout.ts';
import { stripeCommands } from './stripe-commands.ts';
import { stripeCoupons } from './stripe-coupons.ts';
import { lookAtStripe } from './stripe-look.ts';
import { readStripeSetup } from './stripe-setup.ts';
import { chargeShape, metShape } from './stripe-shapes.ts';

/** A page of a hundred invoices with their lines is some megabytes. */
const LIMITS = { timeoutMs: 10_000, maxBytes: 16 * 1024 * 1024 };

/** What is asked of Stripe. */
export function openStripeCalls({ apiUrl, secretKey }: StripeAccess): StripeCalls {
  const client = openClient(apiUrl, secretKey);
  return {
    ...stripePages(client, apiUrl),
    ...stripeCommands(client, apiUrl),
    ...stripeCoupons(client),
    look: (customer, tierOf) => asked(() => lookAtStripe(client, customer, tierOf)),
    balances: (customer) => asked(() => balancesAtStripe(client, customer)),
    customers: () => customersOf(client),
    readSetup: (prices) => asked(() => readStripeSetup(client, prices)),
    whose: async ({ charge, customer }) => {
      if (customer !== null || charge === null) return customer ?? undefined;
      const found = await askedFor(async () => chargeShape.parse(await client.charges.retrieve(charge)));
      return found?.customer ?? undefined;
    },
  };
}

function openClient(apiUrl: string, secretKey: string): Stripe {
  const { hostname, port, protocol } = new URL(apiUrl);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return new Stripe(secretKey, {
    host: hostname,
    port: Number(port || (scheme === 'http' ? 80 : 443)),
    protocol: scheme,
    // The outbox and the relay repeat, under rules of their own.
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(limited),
  });
}

/** Never longer, never more than the limits, never on to another address. */
const limited: typeof fetch = async (url, { body, headers, method = 'GET' } = {}) => {
  try {
    return await limitedFetch(
      String(url),
      {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' ? body : null,
      },
      LIMITS,
    );
  } catch (error) {
    // A fault that Stripe answered with uses its key up; no answer doesn't.
    const [, status] = (error instanceof ProviderAway && /^status (5\d\d)$/.exec(error.message)) || [];
    if (status === undefined) throw error;
    const fault = { error: { type: 'api_error', message: `status ${status}` } };
    return Response.json(fault, { status: Number(status) });
  }
};

async function* customersOf(client: Stripe): ReturnType<PaymentProvider['customers']> {
  const pages = client.customers.list({ limit: 100 })[Symbol.asyncIterator]();
  const seen = new Set<string>();
  for (;;) {
    const next = await asked(() => pages.next());
    if (next.done) return;
    const { id, metadata } = await asked(async () => metShape.parse(next.value));
    if (seen.has(id)) throw new PaymentsAway('a list does not end');
    seen.add(id);
    yield { id, account: metadata.account ?? null };
  }
}
