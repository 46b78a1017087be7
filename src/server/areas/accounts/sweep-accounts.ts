import { sql } from 'kysely';
import type { Services } from '#server/services';

/** Deletes what has expired: sessions, links, spent codes, old failures, devices not seen for 400 days. Called by the clock of the process. */
export async function sweepAccounts({ db: { kysely } }: Services): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(kysely);
  await sql`delete from verifications where expires_at < now()`.execute(kysely);
  await sql`delete from used_codes where used_at < now() - interval '5 minutes'`.execute(kysely);
  await sql`delete from sign_in_failures where updated_at < now() - interval '1 day'`.execute(kysely);
  await sql`delete from known_devices where last_seen_at < now() - interval '400 days'`.execute(kysely);
}
