import type Stripe from 'stripe';
import { allOf } from './stripe-answers.ts';
import { meansOf, PAGE, paymentsOf } from './stripe-look.ts';
import { chargeShape, invoiceShape } from './stripe-shapes.ts';

/**
 * What Stripe's books say a customer paid for subscriptions, less refunds, by currency. By totals of invoices and by charges,
 * where a look reads lines and refunds: what one of both misses shows as a difference.
 */
export async function balancesAtStripe(client: Stripe, customer: string): Promise<Map<string, number>> {
  const balances = new Map<string, number>();
  const add = (currency: string, amount: number) =>
    balances.set(currency, (balances.get(currency) ?? 0) + amount);
  const charged = new Set<string>();
  const invoices = client.invoices.list({
    customer,
    status: 'paid',
    limit: PAGE,
    expand: ['data.payments'],
  });
  for (const invoice of await allOf(invoices, invoiceShape)) {
    if (!invoice.parent?.subscription_details) continue;
    let rest = invoice.total;
    for (const payment of await paymentsOf(client, invoice)) {
      const [means] = meansOf(payment);
      if (means === undefined || payment.status !== 'paid') continue;
      charged.add(means);
      rest -= payment.amount_paid ?? 0;
    }
    // What no card paid: a credit of the customer, or money that came another way.
    add(invoice.currency, rest);
  }
  for (const charge of await allOf(client.charges.list({ customer, limit: PAGE }), chargeShape))
    if (charged.has(charge.payment_intent ?? '') || charged.has(charge.id))
      add(charge.currency, charge.amount_captured - charge.amount_refunded);
  return balances;
}
