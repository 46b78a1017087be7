import type { PaymentProvider } from './payment-provider.ts';

export interface StripeAccess {
  readonly apiUrl: string;
  readonly secretKey: string;
  /** Two while a secret is being changed. */
  readonly webhookSecrets: readonly string[];
}

/** What Stripe is asked. */
export type StripeCalls = Omit<PaymentProvider, 'disputeUrl' | 'livemode' | 'name' | 'readNotice'>;
