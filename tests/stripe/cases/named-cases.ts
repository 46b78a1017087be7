import { deepEqual, equal, rejects } from 'node:assert/strict';
import { balancesOf, differencesOf } from '#domain/billing/balances';
import { PaymentDeclined, PaymentRefused } from '#server/platform/payments/payment-provider';
import { DAY } from '../fake/store.ts';
import type { Buyer, CaseDriver } from './case-driver.ts';

export interface NamedCase {
  readonly name: string;
  run(stripe: CaseDriver, prices: Prices): Promise<void>;
}

export interface Prices {
  readonly basic: string;
  readonly premium: string;
  readonly yearly: string;
}

export async function makePrices(stripe: CaseDriver): Promise<Prices> {
  return {
    basic: await stripe.price(999, 'month', 'basic'),
    premium: await stripe.price(1999, 'month', 'premium'),
    yearly: await stripe.price(19_990, 'year', 'premium'),
  };
}

const endOf = ({ items }: Awaited<ReturnType<CaseDriver['subscribe']>>) =>
  items.data[0]?.current_period_end ?? 0;

async function expectBooksAgree(stripe: CaseDriver, buyer: Buyer): Promise<void> {
  const provider = await stripe.provider.balances(buyer.customer);
  deepEqual(differencesOf(balancesOf(stripe.facts(buyer)), provider), []);
}

/** Cases whose answer is Stripe's to give. Those that need its dashboard or its page are in cases.test.ts, on the fake alone. */
export const NAMED_CASES: readonly NamedCase[] = [
  {
    name: 'the hour between a new period and its charge is covered',
    async run(stripe, { premium }) {
      const buyer = await stripe.buyer('good');
      const subscription = await stripe.subscribe(buyer, premium);
      equal(await stripe.seen(buyer), 'premium paid');
      await stripe.passTo(buyer, endOf(subscription) + 60);
      equal(await stripe.seen(buyer), 'premium grace');
      await stripe.pass(buyer, 7200);
      equal(await stripe.seen(buyer), 'premium paid');
      await expectBooksAgree(stripe, buyer);
    },
  },
  {
    name: 'a card that fails leaves the grace, then nothing; a new card brings it back',
    async run(stripe, { premium }) {
      const buyer = await stripe.buyer('good');
      const subscription = await stripe.subscribe(buyer, premium);
      await stripe.payWith(buyer, 'declines');
      await stripe.passTo(buyer, endOf(subscription) + DAY);
      equal(await stripe.seen(buyer), 'premium grace');
      equal(await stripe.seen(buyer, endOf(subscription) + 7 * DAY), 'free none');
      await stripe.payWith(buyer, 'good');
      await stripe.payOpenInvoices(buyer);
      equal(await stripe.seen(buyer), 'premium paid');
    },
  },
  {
    name: 'a cancelled subscription is held to its end without grace, and can be kept',
    async run(stripe, { premium }) {
      const buyer = await stripe.buyer('good');
      const subscription = await stripe.subscribe(buyer, premium);
      const last = endOf(subscription);
      await stripe.provider.cancelAtPeriodEnd({ key: stripe.key(), subscription: subscription.id });
      equal(await stripe.seen(buyer, last - 1), 'premium paid');
      equal(await stripe.seen(buyer, last), 'free none');
      await stripe.provider.keep({ key: stripe.key(), subscription: subscription.id });
      equal(await stripe.seen(buyer, last), 'premium grace');
    },
  },
  {
    name: 'a part of the money back ends nothing, all of it ends the plan, and one key gives back once',
    async run(stripe, { premium }) {
      const buyer = await stripe.buyer('good');
      const subscription = await stripe.subscribe(buyer, premium);
      const { id: invoice = '' } = await stripe.lastInvoice(subscription.id);
      const { customer } = buyer;
      const once = { key: stripe.key(), customer, invoice, amount: 500 };
      await stripe.provider.refund(once);
      await stripe.provider.refund(once);
      equal(await stripe.seen(buyer), 'premium paid');
      deepEqual([...balancesOf(stripe.facts(buyer))], [['eur', 1499]]);
      await stripe.provider.refund({ key: stripe.key(), customer, invoice, amount: null });
      await stripe.provider.cancelNow({ key: stripe.key(), subscription: subscription.id });
      await stripe.pass(buyer, 60);
      equal(await stripe.seen(buyer), 'free none');
      await expectBooksAgree(stripe, buyer);
    },
  },
  {
    name: 'an upgrade counts at once and costs what was shown',
    async run(stripe, { basic, premium }) {
      const buyer = await stripe.buyer('good');
      const subscription = await stripe.subscribe(buyer, basic);
      await stripe.pass(buyer, 10 * DAY);
      const at = new Date((await stripe.now(buyer)) * 1000);
      const order = { customer: buyer.customer, subscription: subscription.id, price: premium, at };
      const shown = await stripe.provider.previewUpgrade(order);
      await stripe.provider.upgrade({ ...order, key: stripe.key() });
      equal(await stripe.seen(buyer), 'premium paid');
      equal((await stripe.lastInvoice(subscription.id)).total, shown.total);
      await expectBooksAgree(stripe, buyer);
    },
  },
  {
    name: 'an upgrade whose card is declined changes nothing',
    async run(stripe, { basic, premium }) {
      const buyer = await stripe.buyer('good');
      const subscription = await stripe.subscribe(buyer, basic);
      await stripe.pass(buyer, DAY);
      await stripe.payWith(buyer, 'declines');
      const at = new Date((await stripe.now(buyer)) * 1000);
      const order = { customer: buyer.customer, subscription: subscription.id, price: premium, at };
      await rejects(stripe.provider.upgrade({ ...order, key: stripe.key() }), PaymentDeclined);
      equal(await stripe.seen(buyer), 'basic paid');
    },
  },
  {
    name: 'after a downgrade the paid tier stays to its end, then the lower one is charged',
    async run(stripe, { basic, premium }) {
      const buyer = await stripe.buyer('good');
      const subscription = await stripe.subscribe(buyer, premium);
      await stripe.pass(buyer, 5 * DAY);
      const order = {
        key: stripe.key(),
        customer: buyer.customer,
        subscription: subscription.id,
        price: basic,
      };
      await stripe.provider.downgrade(order);
      equal(await stripe.seen(buyer), 'premium paid');
      await stripe.passTo(buyer, endOf(subscription) + 7200);
      equal(await stripe.seen(buyer), 'basic paid');
      deepEqual([...balancesOf(stripe.facts(buyer))], [['eur', 1999 + 999]]);
    },
  },
  {
    name: 'a trial without a card gives the plan and ends by itself',
    async run(stripe, { premium }) {
      const buyer = await stripe.buyer();
      await stripe.subscribe(buyer, premium, { trialDays: 14 });
      equal((await stripe.seen(buyer)).split(' ')[0], 'premium');
      await stripe.pass(buyer, 15 * DAY);
      equal(await stripe.seen(buyer), 'free none');
    },
  },
  {
    name: 'a first payment that fails gives nothing',
    async run(stripe, { premium }) {
      const buyer = await stripe.buyer('declines');
      await stripe.subscribe(buyer, premium);
      equal(await stripe.seen(buyer), 'free none');
    },
  },
  {
    name: 'a customer who was deleted keeps what is paid, and no more',
    async run(stripe, { yearly }) {
      const buyer = await stripe.buyer('good');
      const last = endOf(await stripe.subscribe(buyer, yearly));
      await stripe.provider.deleteCustomer({ key: stripe.key(), customer: buyer.customer });
      await stripe.provider.deleteCustomer({ key: stripe.key(), customer: buyer.customer });
      equal(await stripe.seen(buyer, last - 1), 'premium paid');
      equal(await stripe.seen(buyer, last), 'free none');
    },
  },
  {
    name: 'a payment page is refused while a subscription runs, and an invoice is shown to its customer alone',
    async run(stripe, { premium }) {
      const buyer = await stripe.buyer('good');
      const other = await stripe.buyer('good');
      const subscription = await stripe.subscribe(buyer, premium);
      const { id: invoice = '' } = await stripe.lastInvoice(subscription.id);
      const order = {
        key: stripe.key(),
        customer: buyer.customer,
        account: 'account-1',
        price: premium,
        quantity: 1,
        successUrl: 'https://example.com/billing/return?session={CHECKOUT_SESSION_ID}',
        cancelUrl: 'https://example.com/pricing',
        locale: 'en',
        trialDays: null,
      };
      await rejects(stripe.provider.openCheckout(order), PaymentRefused);
      equal(typeof (await stripe.provider.invoiceUrl({ customer: buyer.customer, invoice })), 'string');
      equal(await stripe.provider.invoiceUrl({ customer: other.customer, invoice }), null);
    },
  },
];
