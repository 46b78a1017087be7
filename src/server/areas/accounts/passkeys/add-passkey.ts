import type { Passkey, PasskeyMade } from '#contract/accounts/passkeys';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { demandFreshProof } from '../proof/demand-fresh-proof.ts';
import { securityLink } from '../registration/mail-links.ts';
import { demandSession } from '../sessions/demand-session.ts';
import { signedIn } from '../sessions/signed-in.ts';
import { readChallenge } from '../sign-in/read-challenge.ts';
import { holdUser } from '../sql.ts';
import { deleteChallenge, selectPasskeys, toPasskey } from './passkey-sql.ts';

const MAX = 20;

interface Input {
  readonly name: string;
  readonly credential: PasskeyMade;
}

/**
 * Keeps a passkey that was made for a challenge of this session; a mail notifies the owner. Fails with PASSKEY_REFUSED,
 * PASSKEY_TAKEN when it is kept already, and PROOF_REQUIRED.
 */
export async function addPasskey(
  services: Services,
  caller: Caller,
  { credential, name }: Input,
): Promise<Passkey> {
  const { email, name: person, sessionId, userId } = signedIn(caller);
  await demandFreshProof(services, caller);
  const made = await checkMade(services, credential, sessionId);
  return services.db.transaction(async (trx) => {
    await holdUser(trx, userId);
    await demandSession(trx, caller);
    if ((await selectPasskeys(trx, userId)).length >= MAX)
      throw new Failure('BAD_INPUT', {
        fields: { name: m.faults_you_can_have_at_most_passkeys_remove({ number: MAX }) },
      });
    const row = await trx
      .insertInto('passkeys')
      .values({
        user_id: userId,
        name,
        credential_id: made.id,
        public_key: Buffer.from(made.publicKey),
        counter: made.counter,
        transports: credential.response.transports,
      })
      .returning(['id', 'name', 'created_at', 'last_used_at'])
      .executeTakeFirstOrThrow();
    await recordAudit(trx, caller, {
      action: 'account.add-passkey',
      entity: 'user',
      entityId: userId,
      after: { passkey: row.id },
    });
    await enqueueMail(trx, {
      eventKey: `passkey-added:${row.id}`,
      template: 'passkey-added',
      recipient: email,
      props: { name: person, passkey: name, link: securityLink(services.config) },
    });
    return toPasskey(row);
  });
}

async function checkMade({ clock, config, db }: Services, credential: PasskeyMade, sessionId: string) {
  const challenge = readChallenge(credential.response.clientDataJSON);
  if (!(await deleteChallenge(db.kysely, challenge, ['register'], { sessionId, now: clock.now() })))
    throw new Failure('PASSKEY_REFUSED');
  const { hostname, origin } = new URL(config.publicUrl);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  }).catch(() => null);
  if (!checked?.verified) throw new Failure('PASSKEY_REFUSED');
  return checked.registrationInfo.credential;
}
