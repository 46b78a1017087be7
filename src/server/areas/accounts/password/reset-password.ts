import type { Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { endKeys } from '../keys/end-keys.ts';
import { announceMember } from '../registration/announce-member.ts';
import { forgotLink } from '../registration/mail-links.ts';
import { personName } from '../registration/person-name.ts';
import { consumeToken, dropTokens, peekToken } from '../sessions/tokens-sql.ts';
import { dropChallenges } from '../sign-in/challenge-sql.ts';
import { dropEmailCodes } from '../sign-in/email-code-sql.ts';
import { liftLocks } from '../sign-in/lockout-sql.ts';
import { deleteSessions, selectUser, setPasswordHash } from '../sql.ts';
import { hashPassword } from './passwords.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';

/**
 * Sets a new password with the token of the mail, lifts the locks of the old one, and ends every session, API key,
 * private feed, sign-in half-way through and other link. The link proves the mailbox, so the address counts as
 * confirmed. A second factor stays in force. Fails with LINK_EXPIRED, PASSWORD_TOO_COMMON or
 * PASSWORD_TOO_WEAK; after the latter two the link still works.
 */
export async function resetPassword(
  { clock, config, db, settings }: Services,
  caller: Caller,
  { password, token }: { password: string; token: string },
): Promise<{ done: true }> {
  const { school } = await settings.current();
  const now = clock.now();
  // A hash costs far more than a look for the link, and anybody may ask.
  if (!(await peekToken(db.kysely, 'reset-password', token, now))) throw new Failure('LINK_EXPIRED');
  const passwordHash = await hashPassword(password);
  await db.transaction(async (trx) => {
    const proof = (await consumeToken(trx, 'reset-password', token, now)) as { userId: string } | null;
    const user = proof && (await selectUser(trx, proof.userId));
    if (!user) throw new Failure('LINK_EXPIRED');
    await refuseWeakPassword({ settings }, password, user);
    await setPasswordHash(trx, user.id, passwordHash, now);
    const name = await confirmAddress(trx, caller, { user, school: school.name, now });
    await liftLocks(trx, user.email);
    await deleteSessions(trx, user.id);
    await endKeys(trx, user.id);
    await dropTokens(trx, 'reset-password', user.id);
    await dropChallenges(trx, user.id);
    await dropEmailCodes(trx, user.id, now);
    await recordAudit(trx, caller, { action: 'account.reset-password', entity: 'user', entityId: user.id });
    await enqueueMail(trx, {
      eventKey: `password-changed:${user.id}:${token.slice(0, 16)}`,
      template: 'password-changed',
      recipient: user.email,
      props: { name, link: forgotLink(config) },
    });
  });
  return { done: true };
}

/**
 * The address counts as confirmed; somebody whose first confirmation this is becomes a member with it. Nothing shows that they
 * chose the name of the registration, which anybody can make: they go by their address, and can change that. Answers the name.
 */
async function confirmAddress(
  trx: Transaction<DB>,
  caller: Caller,
  { now, school, user }: { user: { id: string; name: string; email: string }; school: string; now: Date },
): Promise<string> {
  const { email, id } = user;
  const name = personName(null, email, school);
  const confirmed = await trx
    .updateTable('users')
    .set({ email_verified: true, name, updated_at: now })
    .where('id', '=', id)
    .where('email_verified', '=', false)
    .returning('id')
    .executeTakeFirst();
  if (!confirmed) return user.name;
  await trx.updateTable('profiles').set({ username: name }).where('id', '=', id).execute();
  await announceMember(trx, { userId: id, name });
  await recordAudit(trx, caller, { action: 'account.confirm-email', entity: 'user', entityId: id });
  return name;
}
