import type { z } from 'zod';
import { type SecuritySettings, securityForm } from '#contract/administration/settings';
import { addressFault, isAddressListed } from '#server/address-list';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../messages/messages.js';
import type { Saved } from './get-setting.ts';
import { saveSetting } from './save-setting.ts';

type Input = z.output<typeof securityForm> & { readonly version: number; readonly confirmed: boolean };

/**
 * Saves the security settings; living sessions are shortened to the new time. Fails with BAD_INPUT for a line that is
 * no address, and with WOULD_LOCK_OUT when the saver would be shut out and has not confirmed it.
 */
export async function saveSecurity(
  services: Services,
  caller: Caller,
  { confirmed, version, ...value }: Input,
): Promise<Saved<SecuritySettings>> {
  const faults = value.allowedAddresses.flatMap((line, index) => {
    const fault = addressFault(line);
    return fault === null ? [] : [[`allowedAddresses.${index}`, fault] as const];
  });
  if (faults.length > 0) throw new Failure('BAD_INPUT', { fields: Object.fromEntries(faults) });
  if (!confirmed) refuseLockOut(caller, value);
  return saveSetting(
    services,
    caller,
    { name: 'security', form: securityForm, version, value },
    async (trx) => {
      const latest = new Date(services.clock.now().getTime() + value.sessionMinutes * 60_000);
      await trx
        .updateTable('sessions')
        .set({ expires_at: latest })
        .where('expires_at', '>', latest)
        .execute();
    },
  );
}

function refuseLockOut({ ipAddress, viewer }: Caller, value: SecuritySettings): void {
  const { allowedAddresses, twoFactor } = value;
  if (allowedAddresses.length > 0 && !isAddressListed(allowedAddresses, ipAddress))
    throw new Failure('WOULD_LOCK_OUT', {
      fields: { allowedAddresses: m.faults_your_own_ip_address_isnt_in_the({ value: ipAddress }) },
    });
  if (twoFactor && viewer.kind === 'member' && !viewer.twoFactorEnabled)
    throw new Failure('WOULD_LOCK_OUT', {
      fields: { twoFactor: m.faults_you_havent_set_up_two_factor_authentication() },
    });
}
