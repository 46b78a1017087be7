import { sql } from 'kysely';
import type { Services } from '#server/services';
import { endOldChanges } from '../address/address-sql.ts';
import { forgetOldFailures } from '../sign-in/lockout-sql.ts';
import { forgetUsedCodes } from '../two-factor/two-factor-sql.ts';

/** Deletes what has expired: sessions, keys after a month, links, changes of address that came to nothing, spent codes, old failures, devices not seen for 400 days. A chore of the school. */
export async function sweepAccounts({ clock, db: { kysely } }: Services): Promise<void> {
  const now = clock.now();
  await sql`delete from sessions where expires_at < ${now}`.execute(kysely);
  await sql`delete from api_keys where expires_at < ${now}::timestamptz - interval '30 days'`.execute(kysely);
  await sql`delete from verifications where expires_at < ${now}`.execute(kysely);
  await endOldChanges(kysely, now);
  await sql`delete from passkey_challenges where expires_at < ${now}`.execute(kysely);
  await sql`delete from email_codes where created_at < ${now}::timestamptz - interval '1 day'`.execute(
    kysely,
  );
  await forgetUsedCodes(kysely);
  await forgetOldFailures(kysely);
  await sql`delete from known_devices where last_seen_at < ${now}::timestamptz - interval '400 days'`.execute(
    kysely,
  );
}
