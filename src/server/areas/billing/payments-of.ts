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
export function asFailure(error: unknown): unknown {
  if (error instanceof PaymentsAway) return new Failure('PAYMENTS_AWAY');
  if (error instanceof PaymentDeclined) return new Failure('PAYMENT_DECLINED');
  if (error instanceof PaymentRefused || error instanceof UnknownPrice) return new Failure('PAYMENT_REFUSED');
  return error;
}
