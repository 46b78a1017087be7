import { canAdminister } from '#domain/access/can-administer';
import { checkSetup, type SetupCheck } from '#domain/billing/setup-check';
import { asFailure, paymentsOf } from '#server/areas/billing/payments-of';
import { selectOffered } from '#server/areas/billing/prices/price-sql';
import { selectRehearsal } from '#server/areas/billing/prices/rehearsal-sql';
import { authorise } from '#server/authorise';
import type { PaymentProvider, ProviderSetup } from '#server/platform/payments/payment-provider';
import type { Caller, Services } from '#server/services';
import { selectSetupFacts, selectTicks } from './setup-sql.ts';

interface Setup {
  readonly checks: SetupCheck[];
  readonly webhookUrl: string;
  readonly lastWebhookAt: string | null;
}

/** How the set-up of payments stands; the provider is asked now. Fails with PAYMENTS_OFF and PAYMENTS_AWAY. */
export async function getSetup(services: Services, { viewer }: Caller): Promise<Setup> {
  authorise(canAdminister(viewer));
  const payments = paymentsOf(services);
  const { clock, config, db, settings } = services;
  const offered = await selectOffered(db.kysely, payments);
  const theirs = await readSetup(
    payments,
    offered.map(({ provider_price }) => provider_price),
  );
  const facts = await selectSetupFacts(db.kysely, payments);
  const ticks = await selectTicks(db.kysely);
  const { legal } = await settings.current();
  const webhookUrl = `${config.publicUrl}/webhooks/${payments.name}`;
  const known = {
    livemode: payments.livemode,
    isPublic: config.https,
    country: legal.country,
    webhookUrl,
    lastWebhookAt: facts?.last_webhook_at ?? null,
    hasSubscribers: facts?.has_subscribers ?? false,
    plansWithoutPrice: facts?.plans_without_price ?? 0,
    prices: offered.map(({ currency, interval, provider_price, unit_amount }) => ({
      own: { currency, interval, unitAmount: unit_amount },
      theirs: theirs.prices.get(provider_price) ?? null,
    })),
    portal: theirs.portal,
    tax: theirs.tax,
    endpoints: theirs.endpoints,
    rehearsal: await selectRehearsal(db.kysely, payments.name),
    ticks: new Set(ticks.map(({ step }) => step)),
  };
  return {
    checks: checkSetup(known, clock.now()),
    webhookUrl,
    lastWebhookAt: known.lastWebhookAt?.toISOString() ?? null,
  };
}

async function readSetup(payments: PaymentProvider, prices: readonly string[]): Promise<ProviderSetup> {
  try {
    return await payments.readSetup(prices);
  } catch (error) {
    throw asFailure(error);
  }
}
