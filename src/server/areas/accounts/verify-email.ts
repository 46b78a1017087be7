import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { announceMember } from './announce-member.ts';
import type { Registration } from './register.ts';
import { setPasswordHash } from './sql.ts';
import { consumeToken } from './tokens.ts';

/** Confirms an address with the token of its mail, and takes the password that was chosen in that registration. */
export async function verifyEmail(
  { clock, db }: Services,
  caller: Caller,
  { token }: { token: string },
): Promise<{ done: true }> {
  const now = clock.now();
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
