import { randomUUID } from 'node:crypto';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { Caller, Services } from '#server/services';
import { resetLink } from '../registration/mail-links.ts';
import { issueToken } from '../sessions/tokens-sql.ts';
import { evenTime } from '../sign-in/even-time.ts';
import { selectUserByEmail } from '../sql.ts';

class Unknown extends Error {}

/**
 * Mails a link for a new password. Open to everybody; for an unknown address the same work is done and taken back, so
 * that neither words nor time tell whether it is known.
 */
export async function forgotPassword(
  { clock, config, db }: Services,
  caller: Caller,
  { email }: { email: string },
): Promise<{ done: true }> {
  const work = () =>
    db.transaction(async (trx) => {
      const known = await selectUserByEmail(trx, email);
      const user = known ?? { id: randomUUID(), name: email, email, email_verified: false };
      const token = await issueToken(trx, 'reset-password', { userId: user.id }, clock.now());
      await enqueueMail(trx, {
        eventKey: `reset-password:${token.slice(0, 16)}`,
        template: 'reset-password',
        recipient: user.email,
        // Whoever registered an address that nobody confirmed may be a stranger, and so are their words.
        props: { name: user.email_verified ? user.name : user.email, link: resetLink(config, token) },
      });
      await recordAudit(trx, caller, {
        action: 'account.forgot-password',
        entity: 'user',
        entityId: user.id,
      });
      if (!known) throw new Unknown();
    });
  await evenTime(work).catch((error: unknown) => {
    if (!(error instanceof Unknown)) throw error;
  });
  return { done: true };
}
