import { canAdministerHere } from '#domain/access/can-administer-here';
import { type AccessLevel, canCall } from '#domain/access/can-call';
import { isAddressListed } from '#server/address-list';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';

/** Refuses a caller whom the declaration of the procedure, or the security settings of the school, do not admit. */
export async function gateAccess(
  { settings }: Pick<Services, 'settings'>,
  { ipAddress, viewer }: Caller,
  access: AccessLevel | undefined,
): Promise<void> {
  if (access === undefined) throw new Error('a procedure without declared access was called');
  authorise(canCall(viewer, access));
  if (access !== 'admin') return;
  const { security } = await settings.current();
  if (security === null) return;
  const { allowedAddresses, twoFactor } = security;
  const isAddressAllowed = allowedAddresses.length === 0 || isAddressListed(allowedAddresses, ipAddress);
  authorise(canAdministerHere(viewer, { isAddressAllowed, twoFactor }));
}
