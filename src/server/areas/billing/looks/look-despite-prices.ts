import { type Invoice, invoicesOf } from '#domain/billing/describe';
import { type PaymentProvider, UnknownPrice } from '#server/platform/payments/payment-provider';
import type { Services } from '#server/services';
import { lookAt } from './look-at.ts';
import type { Customer } from './look-sql.ts';

/**
 * Looks before something ends or goes back, which a price that is in no plan here must not keep from it. Answers whether
 * anything was learned: if not, the facts are as old as the look before.
 */
export async function lookDespitePrices(services: Services, customer: Customer): Promise<boolean> {
  try {
    await lookAt(services, customer);
    return true;
  } catch (error) {
    if (error instanceof UnknownPrice) return false;
    throw error;
  }
}

/** What was paid and went back as the provider says it now: for that no price needs to be known. */
export async function askInvoices(payments: PaymentProvider, customer: string): Promise<Invoice[]> {
  const seen = await payments.look(customer, () => 'free');
  return invoicesOf(seen.map((fact) => ({ ...fact, v: 0 })));
}
