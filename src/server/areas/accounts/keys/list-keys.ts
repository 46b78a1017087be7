import type { KeyRow } from '#contract/accounts/keys';
import type { Caller, Services } from '#server/services';
import { signedIn } from '../sessions/signed-in.ts';
import { selectKeys } from './key-sql.ts';
import { toKeyRow } from './keys.ts';

/** The own API keys, newest first; those that have expired stay in sight for a month. */
export async function listKeys({ clock, db }: Services, caller: Caller): Promise<KeyRow[]> {
  const rows = await selectKeys(db.kysely, signedIn(caller).userId);
  return rows.map((row) => toKeyRow(row, clock.now()));
}
