import type { User } from '#contract/accounts/accounts';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { selectUser, type UserRow } from './sql.ts';

/** A user as the app shows one, fresh from the database. For the user's own eyes. */
export async function loadUser({ db }: Services, id: string): Promise<User> {
  const row = await selectUser(db.kysely, id);
  if (!row) throw new Failure('SIGN_IN_REQUIRED');
  return rowToUser(row);
}

export function rowToUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.is_admin ? 'admin' : 'user',
    subscriptionTier: row.subscription_tier,
    avatar: row.avatar_url,
    twoFactorEnabled: row.two_factor_enabled,
    erasesAt: row.erase_at?.toISOString() ?? null,
    support: null,
  };
}
