import type { PaymentProvider } from './payment-provider.ts';
import type { StripeAccess, StripeCalls } from './stripe-access.ts';
import { readStripeNotice } from './stripe-notice.ts';

type Late = Omit<StripeCalls, 'customers'>;

const LATE: Readonly<Record<keyof Late, true>> = {
  balances: true,
  cancelAtPeriodEnd: true,
  cancelNow: true,
  createCoupon: true,
  createCustomer: true,
  createPrice: true,
  deactivateCoupon: true,
  deleteCustomer: true,
  downgrade: true,
  findCheckout: true,
  findCustomer: true,
  invoiceUrl: true,
  isGone: true,
  keep: true,
  listCoupons: true,
  look: true,
  openCheckout: true,
  openPortal: true,
  previewUpgrade: true,
  readSetup: true,
  refund: true,
  schedule: true,
  switch: true,
  upgrade: true,
  whose: true,
};

/** Stripe as a way of paying. Its library takes 14 MB, and is read when something is asked of Stripe. */
export function openStripe(access: StripeAccess): PaymentProvider {
  let opened: Promise<StripeCalls> | undefined;
  const open = () => {
    opened ??= import('./stripe-calls.ts').then(({ openStripeCalls }) => openStripeCalls(access));
    return opened;
  };
  const call = async (name: string, args: readonly unknown[]) => {
    const calls = (await open()) as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
    return calls[name]?.(...args);
  };
  const late = Object.keys(LATE).map((name) => [name, (...args: unknown[]) => call(name, args)]);
  const livemode = /^[sr]k_live_/.test(access.secretKey);
  return {
    ...(Object.fromEntries(late) as Late),
    name: 'stripe',
    livemode,
    customers: async function* () {
      yield* (await open()).customers();
    },
    disputeUrl: (dispute) =>
      `https://dashboard.stripe.com/${livemode ? '' : 'test/'}disputes/${encodeURIComponent(dispute)}`,
    readNotice: (body, signature, now) =>
      readStripeNotice(body, signature, { now, secrets: access.webhookSecrets }),
  };
}
