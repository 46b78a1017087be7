import { createOTP } from '@better-auth/utils/otp';
import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { authOf } from '../auth.ts';
import { checkPassword } from '../password/check-password.ts';
import { demandSession } from '../sessions/demand-session.ts';
import { signedIn } from '../sessions/signed-in.ts';
import { holdUser } from '../sql.ts';
import { makeBackupCodes, openBackupCodes, type SealKey } from './make-backup-codes.ts';
import { keepFactor, selectFactor } from './two-factor-sql.ts';

interface Enrolment {
  readonly totpUri: string;
  readonly secret: string;
  readonly qrCodeSvg: string;
  readonly backupCodes: string[];
}

const SECRET_LENGTH = 32;

/**
 * Begins to enable the second factor: it counts only after a first code (confirm-two-factor). Begun twice at one moment both
 * are shown the same secret; started again later, a new one. Fails with WRONG_PASSWORD and TWO_FACTOR_ALREADY_ON.
 */
export async function startTwoFactor(
  services: Services,
  caller: Caller,
  { password }: { password: string },
): Promise<Enrolment> {
  const { email, twoFactorEnabled, userId } = signedIn(caller);
  if (twoFactorEnabled) throw new Failure('TWO_FACTOR_ALREADY_ON');
  const before = await selectFactor(services.db.kysely, userId);
  await checkPassword(services, caller, password, 'password');
  const { secretConfig: key } = await authOf(services).$context;
  const fresh = await makeFactor(key);
  const kept = await services.db.transaction(async (trx) => {
    await holdUser(trx, userId);
    await demandSession(trx, caller);
    const now = await selectFactor(trx, userId);
    if (now && now.verified !== false) throw new Failure('TWO_FACTOR_ALREADY_ON');
    await recordAudit(trx, caller, {
      action: 'account.start-two-factor',
      entity: 'user',
      entityId: userId,
    });
    // Somebody was quicker while the password was checked: a second secret would make the first one useless.
    if (now && now.secret !== before?.secret) return now;
    await keepFactor(trx, userId, fresh);
    return fresh;
  });
  const secret = await symmetricDecrypt({ key, data: kept.secret });
  const { school } = await services.settings.current();
  const totpUri = createOTP(secret, { digits: 6 }).url(school.name, email);
  const { renderSVG } = await import('uqr');
  return {
    totpUri,
    secret: new URL(totpUri).searchParams.get('secret') ?? '',
    qrCodeSvg: renderSVG(totpUri, { border: 2 }),
    backupCodes: await openBackupCodes(key, kept.backup_codes),
  };
}

/** A secret and backup codes, sealed as the sign-in library reads them. */
async function makeFactor(key: SealKey): Promise<{ secret: string; backup_codes: string }> {
  const { sealed } = await makeBackupCodes(key);
  return {
    secret: await symmetricEncrypt({ key, data: generateRandomString(SECRET_LENGTH) }),
    backup_codes: sealed,
  };
}
