import type { Viewer } from '#domain/access/viewer';
import type { Services } from '#server/services';
import { tierAt } from '../sessions/tier-at.ts';
import { keyLookup, noteUse } from './key-sql.ts';
import { hashOfKey, knownScopes } from './keys.ts';

/** The last use of a key is written at most this often, in seconds. */
const WRITE_AFTER = 60;
/** No session has this id: what asks for one finds nothing. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

/**
 * Whom an API key acts for, with the rights its owner has at this moment; null for a key that is forged, revoked or
 * expired, and for the owner of a disabled account.
 */
export async function findKey(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  key: string,
  ipAddress: string,
): Promise<Viewer | null> {
  const hash = hashOfKey(key);
  const row = hash === null ? undefined : await keyLookup(db)(hash);
  const now = clock.now();
  if (!row || row.expires_at <= now) return null;
  const due = new Date(now.getTime() - WRITE_AFTER * 1000);
  if (row.last_used_at === null || row.last_used_at < due)
    await noteUse(db, { id: row.key_id, now, due, ipAddress });
  return {
    kind: 'member',
    userId: row.user_id,
    sessionId: NO_SESSION,
    name: row.name,
    email: row.email,
    tier: tierAt(row, now),
    isAdmin: row.is_admin,
    avatarUrl: row.avatar_url,
    twoFactorEnabled: row.two_factor_enabled,
    key: { id: row.key_id, scopes: knownScopes(row.scopes) },
  };
}
