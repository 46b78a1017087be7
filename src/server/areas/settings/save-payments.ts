import { type PaymentSettings, paymentSettingsForm } from '#contract/administration/payment-settings';
import { insertGracePeriod, selectPolicy } from '#server/areas/billing/ledger/policy-sql';
import type { Caller, Services } from '#server/services';
import type { Saved } from './get-setting.ts';
import { saveSetting } from './save-setting.ts';

const DAY = 86_400;

/**
 * Saves how long members keep their plan unpaid. It counts for payments that fail from now on: who waits already keeps the
 * day that was named to them. Tiers that were written down follow in batches.
 */
export function savePayments(
  services: Services,
  caller: Caller,
  { version, ...value }: PaymentSettings & { readonly version: number },
): Promise<Saved<PaymentSettings>> {
  return saveSetting(
    services,
    caller,
    { name: 'payments', form: paymentSettingsForm, version, value },
    async (trx) => {
      const { policy } = await selectPolicy(trx);
      if (policy.grace !== value.graceDays * DAY)
        await insertGracePeriod(trx, value.graceDays, services.clock.now());
    },
  );
}
