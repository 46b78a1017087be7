import type { PasskeyAnswer } from '#contract/accounts/passkey-answer';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { readChallenge } from '../sign-in/read-challenge.ts';
import { deleteChallenge, type PasskeyPurpose, selectByCredential } from './passkey-sql.ts';

export interface CheckedPasskey {
  readonly id: string;
  readonly userId: string;
  readonly purpose: string;
  /** How often it says it was used; to be written down in the transaction of what it is for. */
  readonly counter: number;
}

/**
 * Whose passkey has answered a challenge of ours, on this site, with its owner present, and except as a second factor
 * recognised by it. Fails with PASSKEY_REFUSED for everything else, and then the challenge is used up as well.
 */
export async function checkPasskey(
  { clock, config, db }: Services,
  credential: PasskeyAnswer,
  purposes: readonly PasskeyPurpose[],
  sessionId: string | null,
): Promise<CheckedPasskey> {
  const challenge = readChallenge(credential.response.clientDataJSON);
  const asked = await deleteChallenge(db.kysely, challenge, purposes, {
    sessionId,
    now: clock.now(),
  });
  const passkey = asked && (await selectByCredential(db.kysely, credential.id));
  if (!passkey || (asked.user_id !== null && asked.user_id !== passkey.user_id))
    throw new Failure('PASSKEY_REFUSED');
  const { userHandle, ...response } = credential.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.user_id)
    throw new Failure('PASSKEY_REFUSED');
  const { hostname, origin } = new URL(config.publicUrl);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: asked.purpose !== 'second-factor',
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => null);
  if (!checked?.verified) throw new Failure('PASSKEY_REFUSED');
  return {
    id: passkey.id,
    userId: passkey.user_id,
    purpose: asked.purpose,
    counter: checked.authenticationInfo.newCounter,
  };
}
