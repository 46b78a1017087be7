import type { PaymentProvider } from './payment-provider.ts';

interface Settings {
  readonly https: boolean;
  readonly stripe:
    | { readonly apiUrl: string; readonly secretKey: string; readonly webhookSecrets: readonly string[] }
    | undefined;
}

/** Who takes payments, as the environment says; its client is read only where there is one. */
export async function openPayments({ stripe }: Settings): Promise<PaymentProvider | undefined> {
  if (!stripe) return undefined;
  const { openStripe } = await import('./stripe-provider.ts');
  return openStripe(stripe);
}

/** Whether a school that is open to the world takes payments that are none. */
export function isTestKeyInUse({ https, stripe }: Settings): boolean {
  return https && stripe !== undefined && /^[sr]k_test_/.test(stripe.secretKey);
}
