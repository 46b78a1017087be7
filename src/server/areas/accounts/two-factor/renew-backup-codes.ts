import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { authOf } from '../auth.ts';
import { checkPassword } from '../password/check-password.ts';
import { type FactorProof, proveSecondFactor } from '../proof/prove-second-factor.ts';
import { signedIn } from '../sessions/signed-in.ts';
import { makeBackupCodes } from './make-backup-codes.ts';
import { replaceBackupCodes } from './two-factor-sql.ts';

/**
 * Makes new backup codes, shown this once; the old ones end. Each of them is a second factor, so the one there is has to
 * be shown besides the password. Fails as stop-two-factor does.
 */
export async function renewBackupCodes(
  services: Services,
  caller: Caller,
  { password, ...factor }: { password: string } & FactorProof,
): Promise<{ backupCodes: string[] }> {
  const member = signedIn(caller);
  if (!member.twoFactorEnabled) throw new Failure('TWO_FACTOR_OFF');
  await checkPassword(services, caller, password, 'password');
  await proveSecondFactor(services, caller, factor);
  const { secretConfig } = await authOf(services).$context;
  const { codes, sealed } = await makeBackupCodes(secretConfig);
  await services.db.transaction(async (trx) => {
    // Turned off meanwhile.
    if (!(await replaceBackupCodes(trx, member.userId, sealed))) throw new Failure('TWO_FACTOR_OFF');
    await recordAudit(trx, caller, {
      action: 'account.renew-backup-codes',
      entity: 'user',
      entityId: member.userId,
    });
  });
  return { backupCodes: codes };
}
