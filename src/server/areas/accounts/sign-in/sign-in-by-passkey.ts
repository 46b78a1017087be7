import type { Transaction } from 'kysely';
import type { SignInAnswer } from '#contract/accounts/accounts';
import type { PasskeyAnswer } from '#contract/accounts/passkey-answer';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { checkPasskey } from '../passkeys/check-passkey.ts';
import { countUse } from '../passkeys/passkey-sql.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { selectUser } from '../sql.ts';
import { halfSignedIn } from './half-signed-in.ts';
import { refuseIfDisabled } from './refuse-if-disabled.ts';
import type { Exchange } from './sign-in.ts';

/**
 * Signs in by a passkey that recognised its owner, which counts as both factors, or finishes a sign-in whose first step
 * was passed; always with a new session. Open to everybody. Fails with PASSKEY_REFUSED, LINK_EXPIRED when the first step
 * is too long ago or was somebody else's, and ACCOUNT_DISABLED.
 */
export async function signInByPasskey(
  services: Services,
  caller: Caller,
  { credential }: { credential: PasskeyAnswer },
  { reqHeaders, resHeaders }: Exchange,
): Promise<SignInAnswer> {
  const passkey = await checkPasskey(services, credential, ['sign-in', 'second-factor'], null);
  const isSecond = passkey.purpose === 'second-factor';
  const half = isSecond ? await halfSignedIn(services, reqHeaders) : null;
  if (isSecond && half?.userId !== passkey.userId) throw new Failure('LINK_EXPIRED');
  const user = await selectUser(services.db.kysely, passkey.userId);
  if (!user) throw new Failure('PASSKEY_REFUSED');
  const confirm = async (trx: Transaction<DB>) => {
    await refuseIfDisabled(trx, user.id);
    await countUse(trx, { ...passkey, now: services.clock.now() });
    if (half) await endHalf(trx, half.identifier);
  };
  const by = isSecond ? { secondFactor: 'passkey' } : { firstFactor: 'passkey' };
  return beginSession(services, caller, { user, confirm, by, isComplete: true }, { resHeaders });
}

/** A first step is finished once. */
async function endHalf(trx: Transaction<DB>, identifier: string): Promise<void> {
  const ended = await trx
    .deleteFrom('verifications')
    .where('identifier', 'in', [identifier, `2fa-attempts-${identifier}`])
    .returning('identifier')
    .execute();
  if (!ended.some((row) => row.identifier === identifier)) throw new Failure('LINK_EXPIRED');
}
