import type { Fact } from '#domain/billing/facts';
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

/**
 * What the provider says now, with any tier for any price: what was paid, went back and still lives needs none to be known.
 * Never written down.
 */
export async function askFacts(payments: PaymentProvider, customer: string): Promise<Fact[]> {
  const seen = await payments.look(customer, () => 'free');
  return seen.map((fact) => ({ ...fact, v: 0 }));
}
