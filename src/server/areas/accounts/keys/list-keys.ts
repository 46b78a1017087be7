import type { KeyRow } from '#contract/accounts/keys';
import type { Caller, Services } from '#server/services';
import { signedIn } from '../sessions/signed-in.ts';
import { MOST_KEYS, toKeyRow } from './keys.ts';

/** The own API keys, newest first; those that have expired stay in sight for a month. */
export async function listKeys({ clock, db }: Services, caller: Caller): Promise<KeyRow[]> {
  const rows = await db.kysely
    .selectFrom('api_keys')
    .select(['id', 'name', 'start', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'last_used_ip'])
    .where('user_id', '=', signedIn(caller).userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_KEYS)
    .execute();
  return rows.map((row) => toKeyRow(row, clock.now()));
}
