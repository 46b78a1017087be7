import { recordAudit } from '#server/db/audit';
import type { Db } from '#server/db/client';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { verifyPassword } from '../password/passwords.ts';
import { consumeToken, peekToken, selectRegistrations } from '../sessions/tokens-sql.ts';
import { countFailure, refuseIfLocked } from '../sign-in/lockout-sql.ts';
import { selectPasswordHash, selectUser, setPasswordHash } from '../sql.ts';
import { announceMember } from './announce-member.ts';
import type { Registration } from './register.ts';

/** Passwords of other registrations that are tried: each costs a hash. */
const OTHERS = 8;

/**
 * Confirms an address with the token of its mail and the password of a registration of it, so that an owner who only clicks
 * confirms nothing that a stranger chose (decision 88). Of which registration the mail was doesn't matter: its token says
 * whose mailbox it is (decision 284). A wrong password counts as at a sign-in, and the link still works.
 */
export async function verifyEmail(
  services: Services,
  caller: Caller,
  { password, token }: { password: string; token: string },
): Promise<{ done: true }> {
  const { clock, db } = services;
  const now = clock.now();
  const asked = (await peekToken(db.kysely, 'verify-email', token, now)) as Registration | null;
  const user = asked && (await selectUser(db.kysely, asked.userId));
  if (!asked || !user) throw new Failure('LINK_EXPIRED');
  const attempt = { email: user.email, ipAddress: caller.ipAddress };
  await refuseIfLocked(services, attempt);
  const chosen = await findRegistration(db, { asked, name: user.name, now, password });
  if (!chosen) {
    await countFailure(services, attempt);
    throw new Failure('INVALID_CREDENTIALS');
  }
  // Again: guesses made at the same moment may have locked the account meanwhile.
  await refuseIfLocked(services, attempt);
  await db.transaction(async (trx) => {
    if (!(await consumeToken(trx, 'verify-email', token, now))) throw new Failure('LINK_EXPIRED');
    const { name, passwordHash, userId } = chosen;
    const confirmed = await trx
      .updateTable('users')
      .set({ email_verified: true, name, updated_at: now })
      .where('id', '=', userId)
      .where('email_verified', '=', false)
      .returning('id')
      .executeTakeFirst();
    // A second link of the same registration, opened after the first: nothing left to do.
    if (!confirmed) return;
    await trx.updateTable('profiles').set({ username: name }).where('id', '=', userId).execute();
    await setPasswordHash(trx, userId, passwordHash, now);
    await announceMember(trx, { userId, name });
    await recordAudit(trx, caller, { action: 'account.confirm-email', entity: 'user', entityId: userId });
  });
  return { done: true };
}

/** The registration whose password this is: the one that was mailed, the first, or one of the newest. */
async function findRegistration(
  { kysely }: Pick<Db, 'kysely'>,
  { asked, name, now, password }: { asked: Registration; name: string; now: Date; password: string },
): Promise<Registration | null> {
  if (await verifyPassword(asked.passwordHash, password)) return asked;
  const { userId } = asked;
  const others = (await selectRegistrations(kysely, userId, { limit: OTHERS, now })) as Registration[];
  const first = (await selectPasswordHash(kysely, userId))?.password;
  // Its name is still that of the account.
  if (first) others.push({ userId, name, passwordHash: first });
  const tried = new Set([asked.passwordHash]);
  for (const other of others) {
    if (tried.has(other.passwordHash)) continue;
    tried.add(other.passwordHash);
    if (await verifyPassword(other.passwordHash, password)) return other;
  }
  return null;
}
