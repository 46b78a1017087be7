import type { PasskeyQuestion } from '#contract/accounts/passkeys';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { ANSWER_MS, insertChallenge, selectKnown } from '../passkeys/passkey-sql.ts';
import { halfSignedIn } from './half-signed-in.ts';

/**
 * What the browser has to ask an authenticator for. To sign in, any passkey of this site that recognises its owner. As
 * the second step, one of the account whose first step was passed. Open to everybody. Fails with LINK_EXPIRED when the
 * first step is too long ago, and PASSKEY_NOT_FOUND when that account has none.
 */
export async function startPasskeySignIn(
  services: Services,
  { step }: { step: 'first' | 'second' },
  reqHeaders: Headers,
): Promise<PasskeyQuestion> {
  const { clock, config, db } = services;
  const now = clock.now();
  const question = { timeout: ANSWER_MS, rpId: new URL(config.publicUrl).hostname };
  if (step === 'first') {
    const challenge = await insertChallenge(db.kysely, 'sign-in', now);
    return { ...question, challenge, allowCredentials: [], userVerification: 'required' };
  }
  const half = await halfSignedIn(services, reqHeaders);
  if (!half) throw new Failure('LINK_EXPIRED');
  const allowCredentials = await selectKnown(db.kysely, half.userId);
  if (allowCredentials.length === 0) throw new Failure('PASSKEY_NOT_FOUND');
  const challenge = await insertChallenge(db.kysely, 'second-factor', now, { userId: half.userId });
  return { ...question, challenge, allowCredentials, userVerification: 'discouraged' };
}
