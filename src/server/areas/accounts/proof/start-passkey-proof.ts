import type { PasskeyQuestion } from '#contract/accounts/passkeys';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { ANSWER_MS, insertChallenge, selectKnown } from '../passkeys/passkey-sql.ts';
import { signedIn } from '../sessions/signed-in.ts';

/** What the browser has to ask an authenticator for, to prove identity in this session. Fails with PASSKEY_NOT_FOUND. */
export async function startPasskeyProof(
  { clock, config, db }: Services,
  caller: Caller,
): Promise<PasskeyQuestion> {
  const { sessionId, userId } = signedIn(caller);
  const allowCredentials = await selectKnown(db.kysely, userId);
  if (allowCredentials.length === 0) throw new Failure('PASSKEY_NOT_FOUND');
  return {
    challenge: await insertChallenge(db.kysely, 'prove', clock.now(), { userId, sessionId }),
    timeout: ANSWER_MS,
    rpId: new URL(config.publicUrl).hostname,
    allowCredentials,
    userVerification: 'required',
  };
}
