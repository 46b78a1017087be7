import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { authOf } from './auth.ts';
import { checkPassword } from './check-password.ts';
import { libraryHeaders, orFail } from './library.ts';
import { type FactorProof, proveSecondFactor } from './prove-second-factor.ts';
import { signedIn } from './signed-in.ts';

/**
 * Makes new backup codes, shown this once; the old ones end. Each of them is a second factor, so the one there is has to
 * be shown besides the password. Fails as stop-two-factor does.
 */
export async function renewBackupCodes(
  services: Services,
  caller: Caller,
  { password, ...factor }: { password: string } & FactorProof,
  reqHeaders: Headers,
): Promise<{ backupCodes: string[] }> {
  const member = signedIn(caller);
  if (!member.twoFactorEnabled) throw new Failure('TWO_FACTOR_OFF');
  await checkPassword(services, caller, password, 'password');
  await proveSecondFactor(services, caller, factor);
  const call = authOf(services).api.generateBackupCodes({
    body: { password },
    headers: libraryHeaders(caller, reqHeaders),
  });
  const { backupCodes } = await orFail(call, () => new Failure('WRONG_PASSWORD'));
  await services.db.transaction((trx) =>
    recordAudit(trx, caller, {
      action: 'account.renew-backup-codes',
      entity: 'user',
      entityId: member.userId,
    }),
  );
  return { backupCodes };
}
