import { createOTP } from '@better-auth/utils/otp';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { z } from 'zod';
import type { PasskeyAnswer } from '#contract/accounts/passkey-answer';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { authOf } from '../auth.ts';
import { checkPasskey } from '../passkeys/check-passkey.ts';
import { countUse } from '../passkeys/passkey-sql.ts';
import { signedIn } from '../sessions/signed-in.ts';
import { counted } from '../sign-in/counted.ts';
import {
  claimTry,
  forgetTries,
  markCodeUsed,
  selectFactor,
  spendBackupCode,
} from '../two-factor/two-factor-sql.ts';
import { codeFailure } from '../two-factor/verify-two-factor.ts';

export interface FactorProof {
  /** Of the authenticator app, or one of the backup codes. */
  readonly code?: string | undefined;
  /** A passkey that answered `passkeys.startProof` in this session, instead. */
  readonly credential?: PasskeyAnswer | undefined;
}

const codesShape = z.array(z.string());

/**
 * Asks for the second factor once more, besides the password: for what would do without it later. Fails
 * with INVALID_CODE, ACCOUNT_LOCKED after too many wrong codes, and PASSKEY_REFUSED.
 */
export async function proveSecondFactor(
  services: Services,
  caller: Caller,
  { code = '', credential }: FactorProof,
): Promise<void> {
  const { sessionId, userId } = signedIn(caller);
  if (credential) {
    const passkey = await checkPasskey(services, credential, ['prove'], sessionId);
    await services.db.transaction((trx) => countUse(trx, { ...passkey, now: services.clock.now() }));
    return;
  }
  await claimTry(services, userId);
  const isRight = isRightCode(services, userId, code);
  await counted(
    services,
    userId,
    isRight.then((right) => {
      if (!right) throw codeFailure('INVALID_CODE');
    }),
  );
  await forgetTries(services.db.kysely, userId);
}

async function isRightCode(services: Services, userId: string, code: string): Promise<boolean> {
  const factor = await selectFactor(services.db.kysely, userId);
  // The same request was quicker.
  if (!factor) throw new Failure('TWO_FACTOR_OFF');
  if (!(await markCodeUsed(services.db.kysely, userId, code))) return false;
  const { secretConfig: key } = await authOf(services).$context;
  const backupCodes = codesShape.parse(
    JSON.parse(await symmetricDecrypt({ key, data: factor.backup_codes })),
  );
  if (backupCodes.includes(code)) {
    const rest = JSON.stringify(backupCodes.filter((one) => one !== code));
    const to = await symmetricEncrypt({ key, data: rest });
    return spendBackupCode(services.db.kysely, userId, { from: factor.backup_codes, to });
  }
  return createOTP(await symmetricDecrypt({ key, data: factor.secret }), { digits: 6 }).verify(code);
}
