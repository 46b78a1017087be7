import { sql, type Transaction } from 'kysely';
import { canReceiveCertificate } from '#domain/access/content/can-receive-certificate';
import { TIERS } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

/** A certificate that ends soon; `ends` is when, to the microsecond. */
export interface Ending {
  readonly id: string;
  readonly ends: string;
}

/** The tiers whose people receive certificates. */
const RECEIVING = TIERS.filter(
  (tier) => canReceiveCertificate({ tier, isAdmin: false }, { certificate: true }).allowed,
);

/**
 * Ends within 30 days, is in the second half of its time, and can still be renewed: its course, or the exam that it is of, is
 * there and gives certificates, and the plan of its holder includes them.
 */
const due = (
  now: Date,
) => sql<boolean>`expires_at > ${now} and expires_at <= ${now}::timestamptz + interval '30 days'
  and expires_at - (expires_at - issued_at) / 2 <= ${now}
  and reminded_at is null and revoked_at is null and replaced_for is null
  and exists (select from members m where m.id = user_id and (m.is_admin or m.subscription_tier = any(${RECEIVING}::tier[])))
  and exists (select from courses c where c.id = course_id and c.kind = 'course' and c.certificate
    and (certificates.kind = 'course' or exists (select from course_content s where s.id = section_id and s.course_id = c.id)))`;

/** The next certificates whose holders are to be reminded, in the order of their ends, after one that was looked at. */
export async function selectEnding(
  db: Reader,
  { after, limit, now }: { after: Ending | undefined; limit: number; now: Date },
): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select id, expires_at::text as ends from certificates where ${due(now)}
      ${after ? sql`and (expires_at, id) > (${after.ends}::timestamptz, ${after.id})` : sql``}
    order by expires_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Notes that a holder is reminded; nothing where that was done, or another process does it. */
export async function takeReminder(trx: Transaction<DB>, id: string, now: Date) {
  const { rows } = await sql<{ user_id: string; title: string; expires_at: Date }>`
    update certificates set reminded_at = ${now} where id in (
      select id from certificates where id = ${id} and ${due(now)} for update skip locked)
    returning user_id, title, expires_at`.execute(trx);
  return rows;
}
