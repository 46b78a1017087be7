import { Failure } from '#server/failure';
import {
  PaymentDeclined,
  type PaymentProvider,
  PaymentRefused,
  PaymentsAway,
  UnknownPrice,
} from '#server/platform/payments/payment-provider';
import type { Services } from '#server/services';

/** The provider that takes the money. Fails with PAYMENTS_OFF. */
export function paymentsOf({ payments }: Pick<Services, 'payments'>): PaymentProvider {
  if (!payments) throw new Failure('PAYMENTS_OFF');
  return payments;
}

/** What a caller learns of a provider that failed. */
export function asFailure(cause: unknown): unknown {
  if (cause instanceof PaymentsAway) return new Failure('PAYMENTS_AWAY', { cause });
  if (cause instanceof PaymentDeclined) return new Failure('PAYMENT_DECLINED', { cause });
  if (cause instanceof PaymentRefused || cause instanceof UnknownPrice)
    return new Failure('PAYMENT_REFUSED', { cause });
  return cause;
}
