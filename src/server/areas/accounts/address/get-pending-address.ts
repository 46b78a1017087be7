import type { Caller, Services } from '#server/services';
import { signedIn } from '../sessions/signed-in.ts';

/** The new address of the caller that waits to be confirmed. */
export async function getPendingAddress({ clock, db }: Services, caller: Caller) {
  const row = await db.kysely
    .selectFrom('address_changes')
    .select(['new_email', 'expires_at'])
    .where('user_id', '=', signedIn(caller).userId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return { pending: row ? { email: row.new_email, expiresAt: row.expires_at.toISOString() } : null };
}
