import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { Caller, Services } from '#server/services';
import { forgotLink } from '../registration/mail-links.ts';
import { signedIn } from '../sessions/signed-in.ts';
import { insertCode } from '../sign-in/email-code-sql.ts';

/** Mails a code to the signed-in person, to prove identity in this very session. Fails with RATE_LIMITED. */
export async function requestProofCode(
  { clock, config, db }: Services,
  caller: Caller,
): Promise<{ challenge: string }> {
  const { email, name, sessionId, userId } = signedIn(caller);
  return db.transaction(async (trx) => {
    const { challenge, code } = await insertCode(trx, caller, { email, userId, sessionId }, clock.now());
    await enqueueMail(trx, {
      eventKey: `proof-code:${challenge.slice(0, 16)}`,
      template: 'proof-code',
      recipient: email,
      props: { name, code, link: forgotLink(config) },
    });
    await recordAudit(trx, caller, {
      action: 'account.request-code',
      entity: 'user',
      entityId: userId,
    });
    return { challenge };
  });
}
