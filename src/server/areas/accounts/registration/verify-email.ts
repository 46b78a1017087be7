import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { verifyPassword } from '../password/passwords.ts';
import { consumeToken, peekToken } from '../sessions/tokens-sql.ts';
import { countFailure, refuseIfLocked } from '../sign-in/lockout-sql.ts';
import { selectUser, setPasswordHash } from '../sql.ts';
import { announceMember } from './announce-member.ts';
import type { Registration } from './register.ts';

/**
 * Confirms an address with the token of its mail and the password of that registration, so that an owner who only clicks
 * confirms nothing that a stranger chose (decision 88). A wrong password counts as at a sign-in, and the link still works.
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
  if (!(await verifyPassword(asked.passwordHash, password))) {
    await countFailure(services, attempt);
    throw new Failure('INVALID_CREDENTIALS');
  }
  // Again: guesses made at the same moment may have locked the account meanwhile.
  await refuseIfLocked(services, attempt);
  await db.transaction(async (trx) => {
    const registration = (await consumeToken(trx, 'verify-email', token, now)) as Registration | null;
    if (!registration) throw new Failure('LINK_EXPIRED');
    const { name, passwordHash, userId } = registration;
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
