import type { AdministrationRules } from '#domain/access/can-administer-here';
import { isAddressListed } from '#server/address-list';
import type { Services } from '#server/services';

const OPEN: AdministrationRules = { twoFactor: false, isAddressAllowed: true };

/** What the school demands of whoever administers from this address. */
export async function administrationRules(
  { settings }: Pick<Services, 'settings'>,
  ipAddress: string,
): Promise<AdministrationRules> {
  const { security } = await settings.current();
  if (security === null) return OPEN;
  const { allowedAddresses, twoFactor } = security;
  const isAddressAllowed = allowedAddresses.length === 0 || isAddressListed(allowedAddresses, ipAddress);
  return { twoFactor, isAddressAllowed };
}
