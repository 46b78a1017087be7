import { sql } from 'kysely';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { Caller, Services } from '#server/services';
import { forgotLink } from '../registration/mail-links.ts';
import { selectUserByEmail } from '../sql.ts';
import { insertCode } from './email-code-sql.ts';
import { evenTime } from './even-time.ts';

/**
 * Mails a code to sign in with, if the address has an account. Open to everybody; for an unknown address the same work
 * is done and the mail taken back, so that neither words nor time tell whether it is known. Fails with RATE_LIMITED.
 */
export async function requestSignInCode(
  { clock, config, db }: Services,
  caller: Caller,
  { email }: { email: string },
): Promise<{ challenge: string }> {
  const work = () =>
    db.transaction(async (trx) => {
      const user = await selectUserByEmail(trx, email);
      const wanted = { email, userId: user?.id ?? null };
      const { challenge, code } = await insertCode(trx, caller, wanted, clock.now());
      await sql`savepoint mail`.execute(trx);
      await enqueueMail(trx, {
        eventKey: `sign-in-code:${challenge.slice(0, 16)}`,
        template: 'sign-in-code',
        recipient: email,
        props: { name: user?.name ?? email, code, link: forgotLink(config) },
      });
      await recordAudit(trx, caller, {
        action: 'account.request-code',
        entity: 'user',
        entityId: user?.id ?? null,
      });
      await (user ? sql`release savepoint mail` : sql`rollback to savepoint mail`).execute(trx);
      return { challenge };
    });
  return evenTime(work);
}
