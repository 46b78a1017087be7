import type { Transaction } from 'kysely';
import type { SignInAnswer } from '#contract/accounts/accounts';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { beginSession } from '../sessions/begin-session.ts';
import { holdState, selectUser } from '../sql.ts';
import { spendEmailCode, tryCode } from './email-code-sql.ts';
import { refuseIfDisabled } from './refuse-if-disabled.ts';
import type { Exchange } from './sign-in.ts';

/**
 * Signs in by a code of a mail, always with a new session; a second factor is asked for as after a password. Open to
 * everybody. Fails with INVALID_CODE, CODE_EXPIRED, and with the right code EMAIL_NOT_VERIFIED and ACCOUNT_DISABLED.
 */
export async function signInByCode(
  services: Services,
  caller: Caller,
  given: { challenge: string; code: string },
  { resHeaders }: Pick<Exchange, 'resHeaders'>,
): Promise<SignInAnswer> {
  const { id, userId } = await tryCode(services, given, null);
  const user = await selectUser(services.db.kysely, userId);
  if (!user) throw new Failure('CODE_EXPIRED');
  const confirm = async (trx: Transaction<DB>) => {
    await refuseIfDisabled(trx, userId);
    if (!(await holdState(trx, userId))?.email_verified) throw new Failure('EMAIL_NOT_VERIFIED');
    await spendEmailCode(trx, id, services.clock.now());
  };
  return beginSession(services, caller, { user, confirm, by: { firstFactor: 'email-code' } }, { resHeaders });
}
