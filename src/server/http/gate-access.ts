import type { ProcedureMeta } from '#contract/procedure';
import { actingViewer } from '#domain/access/acting-viewer';
import { canAdministerHere } from '#domain/access/can-administer-here';
import { canCall } from '#domain/access/can-call';
import { canChange } from '#domain/access/can-support';
import { canUseKey } from '#domain/access/can-use-key';
import { isAddressListed } from '#server/address-list';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';

/**
 * Refuses a caller whom the declaration of the procedure, or the security settings of the school, do not admit; answers
 * the caller as the procedure is to see it.
 */
export async function gateAccess(
  { settings }: Pick<Services, 'settings'>,
  caller: Caller,
  { access, scope, support }: ProcedureMeta,
  isUnsafe: boolean,
): Promise<Caller> {
  if (!access || !scope) throw new Error('a procedure without declared access and scope was called');
  if (isUnsafe) authorise(canChange(caller.viewer, support));
  authorise(canUseKey(caller.viewer, scope));
  const viewer = actingViewer(caller.viewer, scope);
  authorise(canCall(viewer, access));
  const admitted = viewer === caller.viewer ? caller : { ...caller, viewer };
  if (access !== 'admin') return admitted;
  const { security } = await settings.current();
  if (security === null) return admitted;
  const { allowedAddresses, twoFactor } = security;
  const isAddressAllowed =
    allowedAddresses.length === 0 || isAddressListed(allowedAddresses, caller.ipAddress);
  authorise(canAdministerHere(viewer, { isAddressAllowed, twoFactor }));
  return admitted;
}
