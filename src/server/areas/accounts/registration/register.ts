import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { registerForm } from '#contract/accounts/accounts';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { hashPassword } from '../password/passwords.ts';
import { refuseWeakPassword } from '../password/refuse-weak-password.ts';
import { issueToken } from '../sessions/tokens-sql.ts';
import { evenTime } from '../sign-in/even-time.ts';
import { insertUser, selectUserByEmail, setPasswordHash } from '../sql.ts';
import { confirmLink, forgotLink, signInLink } from './mail-links.ts';
import { refuseBadName } from './refuse-bad-name.ts';

/** What a confirmation link stands for: also the password of the registration it was sent for. */
export interface Registration {
  readonly userId: string;
  readonly name: string;
  readonly passwordHash: string;
  /** The page that the account is wanted for; a link that is sent again leads there, too. */
  readonly redirect?: string;
}

/**
 * Creates an account that waits for its confirmation, with the mail that asks for it. Open to everybody. For an address
 * that is known the answer and the work are the same; its owner gets another mail. A registration of an address that is
 * still unconfirmed gets a link of its own, so that nobody can choose a password for somebody else beforehand.
 */
export async function register(
  services: Services,
  caller: Caller,
  { email, name, password, redirect }: z.output<typeof registerForm> & { redirect?: string | undefined },
): Promise<{ done: true }> {
  await refuseBadName(services, name);
  await refuseWeakPassword(services, password, { name, email });
  const passwordHash = await hashPassword(password);
  const registration = { name, passwordHash, ...(redirect !== undefined && { redirect }) };
  const work = () =>
    services.db.transaction(async (trx) => {
      const created = await insertUser(trx, { name, email });
      if (created) {
        await setPasswordHash(trx, created.id, passwordHash, services.clock.now());
        await recordAudit(trx, caller, { action: 'account.register', entity: 'user', entityId: created.id });
        await askToConfirm(services, trx, { userId: created.id, ...registration }, email);
        return;
      }
      const known = await selectUserByEmail(trx, email);
      if (!known) return;
      await recordAudit(trx, caller, {
        action: 'account.register-again',
        entity: 'user',
        entityId: known.id,
      });
      if (known.email_verified) await notifyOwner(services, trx, known, redirect);
      else await askToConfirm(services, trx, { userId: known.id, ...registration }, email);
    });
  await evenTime(work);
  return { done: true };
}

export async function askToConfirm(
  { clock, config }: Services,
  trx: Transaction<DB>,
  registration: Registration,
  email: string,
): Promise<void> {
  const token = await issueToken(trx, 'verify-email', registration, clock.now());
  await enqueueMail(trx, {
    eventKey: `confirm-email:${token.slice(0, 16)}`,
    template: 'confirm-email',
    recipient: email,
    props: { name: registration.name, link: confirmLink(config, token, email, registration.redirect) },
  });
}

/** At most one such mail an hour: the form must not become a way to flood a mailbox. */
async function notifyOwner(
  { clock, config }: Services,
  trx: Transaction<DB>,
  owner: { id: string; name: string; email: string },
  wanted: string | undefined,
): Promise<void> {
  const hour = clock.now().toISOString().slice(0, 13);
  await enqueueMail(trx, {
    eventKey: `already-registered:${owner.id}:${hour}`,
    template: 'already-registered',
    recipient: owner.email,
    props: { name: owner.name, link: signInLink(config, wanted), resetLink: forgotLink(config) },
  });
}
