import type { PasskeyCreation } from '#contract/accounts/passkeys';
import type { Caller, Services } from '#server/services';
import { demandFreshProof } from '../proof/demand-fresh-proof.ts';
import { signedIn } from '../sessions/signed-in.ts';
import { ANSWER_MS, insertChallenge, selectKnown } from './passkey-sql.ts';

/** EdDSA, ES256 and RS256: what authenticators sign with. */
const ALGORITHMS = [-8, -7, -257];

/**
 * What the browser has to ask an authenticator for: a passkey of this site that it keeps, that recognises its owner, and
 * that it does not have yet. Fails with PROOF_REQUIRED.
 */
export async function startPasskey(services: Services, caller: Caller): Promise<PasskeyCreation> {
  const { email, name, sessionId, userId } = signedIn(caller);
  await demandFreshProof(services, caller);
  const { clock, config, db, settings } = services;
  const { school } = await settings.current();
  return {
    rp: { id: new URL(config.publicUrl).hostname, name: school.name },
    user: { id: Buffer.from(userId).toString('base64url'), name: email, displayName: name },
    challenge: await insertChallenge(db.kysely, 'register', clock.now(), { userId, sessionId }),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: ANSWER_MS,
    excludeCredentials: await selectKnown(db.kysely, userId),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}
