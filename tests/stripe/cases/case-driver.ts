import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import { POLICY } from '#domain/billing/entitlement';
import type { Interval } from '#domain/billing/facts';
import type { Tier } from '#domain/tiers';
import type { PaymentProvider } from '#server/platform/payments/payment-provider';
import { openStripe } from '#server/platform/payments/stripe-provider';
import { Books } from '../books.ts';
import { DAY } from '../fake/store.ts';

/** Payment methods that Stripe publishes for tests, by what becomes of a charge. */
const CARDS = { good: 'pm_card_visa', declines: 'pm_card_chargeCustomerFail' } as const;
export type CaseCard = keyof typeof CARDS;
/** A test clock goes two periods further at most; a month is the shortest period here. */
const LONGEST_STEP = 28 * DAY;
const READY_WITHIN_MS = 300_000;

export interface Buyer {
  readonly customer: string;
  readonly clock: string;
}

/**
 * What a named case does at Stripe, by its API alone: so the same cases run against the fake and, with a test key, against
 * Stripe itself. Every buyer has a test clock. Nothing outlives `cleanUp`.
 */
export class CaseDriver {
  readonly provider: PaymentProvider;
  readonly #client: Stripe;
  readonly #books: Books;
  readonly #clocks: string[] = [];
  readonly #products: string[] = [];
  readonly #pollMs: number;
  #keys = 0;

  constructor({ apiUrl, pollMs, secretKey }: { apiUrl: string; secretKey: string; pollMs: number }) {
    if (!/^[sr]k_test_/.test(secretKey))
      throw new Error('this needs a test key: it buys, refunds and deletes');
    const { hostname, port, protocol } = new URL(apiUrl);
    const scheme = protocol === 'http:' ? 'http' : 'https';
    this.#client = new Stripe(secretKey, {
      host: hostname,
      port: port === '' ? (scheme === 'http' ? 80 : 443) : Number(port),
      protocol: scheme,
      maxNetworkRetries: 2,
      telemetry: false,
    });
    this.provider = openStripe({ apiUrl, secretKey, webhookSecrets: [] });
    this.#books = new Books(this.provider, POLICY);
    this.#pollMs = pollMs;
  }

  key(): string {
    this.#keys += 1;
    return `lectern-case-${Date.now()}-${this.#keys}`;
  }

  async price(unitAmount: number, interval: Interval, tier: Tier): Promise<string> {
    const product = await this.#client.products.create({ name: `Lectern case: ${tier}` });
    this.#products.push(product.id);
    const { id } = await this.#client.prices.create({
      product: product.id,
      currency: 'eur',
      unit_amount: unitAmount,
      recurring: { interval },
    });
    this.#books.tiers.set(id, tier);
    return id;
  }

  /** Left out, there is no card. */
  async buyer(card?: CaseCard): Promise<Buyer> {
    const now = Math.floor(Date.now() / 1000);
    const clock = await this.#client.testHelpers.testClocks.create({
      frozen_time: now,
      name: 'Lectern case',
    });
    this.#clocks.push(clock.id);
    const { id } = await this.#client.customers.create({
      email: 'lectern-case@example.com',
      test_clock: clock.id,
      ...(card && {
        payment_method: CARDS[card],
        invoice_settings: { default_payment_method: CARDS[card] },
      }),
    });
    return { customer: id, clock: clock.id };
  }

  /** Checkout without a browser: what a paid page would make. */
  subscribe(
    { customer }: Buyer,
    price: string,
    { trialDays }: { readonly trialDays?: number } = {},
  ): Promise<Stripe.Subscription> {
    return this.#client.subscriptions.create({
      customer,
      items: [{ price }],
      payment_behavior: 'allow_incomplete',
      ...(trialDays !== undefined && {
        trial_period_days: trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      }),
    });
  }

  async payWith({ customer }: Buyer, card: CaseCard): Promise<void> {
    const { id } = await this.#client.paymentMethods.attach(CARDS[card], { customer });
    await this.#client.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  }

  async payOpenInvoices({ customer }: Buyer): Promise<void> {
    for await (const { id } of this.#client.invoices.list({ customer, status: 'open' }))
      if (id) await this.#client.invoices.pay(id);
  }

  /** The invoice of a subscription's last change. */
  async lastInvoice(subscription: string): Promise<Stripe.Invoice> {
    const { latest_invoice } = await this.#client.subscriptions.retrieve(subscription, {
      expand: ['latest_invoice'],
    });
    if (typeof latest_invoice !== 'object' || latest_invoice === null) throw new Error('there is no invoice');
    return latest_invoice;
  }

  async now({ clock }: Buyer): Promise<number> {
    return (await this.#client.testHelpers.testClocks.retrieve(clock)).frozen_time;
  }

  /** Lets time pass for one buyer, a step at a time. */
  async pass(buyer: Buyer, seconds: number): Promise<void> {
    await this.passTo(buyer, (await this.now(buyer)) + seconds);
  }

  async passTo(buyer: Buyer, at: number): Promise<void> {
    for (let now = await this.now(buyer); now < at; now = await this.now(buyer)) {
      const frozen_time = Math.min(at, now + LONGEST_STEP);
      await this.#client.testHelpers.testClocks.advance(buyer.clock, { frozen_time });
      await this.#untilReady(buyer.clock);
    }
  }

  /** "premium paid": what the ledger says after a look, now or at another moment. */
  async seen(buyer: Buyer, at?: number): Promise<string> {
    await this.#books.look(buyer.customer);
    const { tier, why } = this.#books.at(buyer.customer, at ?? (await this.now(buyer)));
    return `${tier} ${why}`;
  }

  facts({ customer }: Buyer) {
    return this.#books.ledger.get(customer) ?? [];
  }

  /** Deletes clocks with their customers, and stops offering what was offered. */
  async cleanUp(): Promise<void> {
    for (const clock of this.#clocks.splice(0)) await this.#client.testHelpers.testClocks.del(clock);
    for (const product of this.#products.splice(0))
      await this.#client.products.update(product, { active: false });
  }

  async #untilReady(clock: string): Promise<void> {
    for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await wait(this.#pollMs)) {
      const { status } = await this.#client.testHelpers.testClocks.retrieve(clock);
      if (status === 'ready') return;
      if (status === 'internal_failure') throw new Error('the test clock has failed');
    }
    throw new Error('the test clock does not become ready');
  }
}
