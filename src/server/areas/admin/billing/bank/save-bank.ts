import { type BankSettings, bankSettingsShape } from '#contract/administration/bank-settings';
import { getSetting, type Saved } from '#server/areas/settings/get-setting';
import { saveSetting } from '#server/areas/settings/save-setting';
import type { Caller, Services } from '#server/services';

const SETTING = { name: 'bank', form: bankSettingsShape };

export function getBank(services: Services, caller: Caller): Promise<Saved<BankSettings>> {
  return getSetting(services, caller, SETTING.name, SETTING.form);
}

/** Saves where members send money and how much; orders that wait are shown the new account. Fails with VERSION_CONFLICT. */
export function saveBank(
  services: Services,
  caller: Caller,
  { version, ...value }: BankSettings & { readonly version: number },
): Promise<Saved<BankSettings>> {
  return saveSetting(services, caller, { ...SETTING, version, value });
}
