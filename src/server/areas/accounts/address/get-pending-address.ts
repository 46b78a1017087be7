import type { Caller, Services } from '#server/services';
import { signedIn } from '../sessions/signed-in.ts';
import { selectPendingChange } from './address-sql.ts';

/** The new address of the caller that waits to be confirmed. */
export async function getPendingAddress({ clock, db }: Services, caller: Caller) {
  const row = await selectPendingChange(db.kysely, signedIn(caller).userId, clock.now());
  return { pending: row ? { email: row.new_email, expiresAt: row.expires_at.toISOString() } : null };
}
