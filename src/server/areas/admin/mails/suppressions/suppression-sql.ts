import { sql, type Transaction } from 'kysely';
import { mailboxOf } from '#domain/accounts/mailbox-of';
import type { MailReport, SuppressionReason } from '#domain/mail/mail-reports';
import type { Cursor } from '#server/cursor';
import type { Reader } from '#server/db/client';
import { keptCount } from '#server/db/counts/counts-sql';
import { isOlder } from '#server/db/lists/cursor-sql';
import { mailbox } from '#server/db/mail/mail-caps';
import type { DB } from '#server/db/types';

/**
 * Suppresses an address that belongs to an account or was mailed; a complaint stays one when the mailbox is gone later. Answers
 * whether something changed: reports about strangers are passed over.
 */
export async function upsertSuppression(
  trx: Transaction<DB>,
  { address, detail, reason }: MailReport,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_suppressions as s (address, reason, detail, reported_at)
    select ${address}, ${reason}, ${detail}, ${now}
    where exists (select from users where email = ${address})
      or exists (select from mail_outbox
        where ${mailbox(sql`recipient`)} = ${mailboxOf(address)} and lower(recipient) = ${address})
    on conflict (address) do update set reason = excluded.reason, detail = excluded.detail, reported_at = excluded.reported_at
      where s.reason = 'bounce' and excluded.reason = 'complaint'
    returning s.id`.execute(trx);
  return rows.length > 0;
}

interface Row {
  readonly id: string;
  readonly address: string;
  readonly reason: SuppressionReason;
  readonly detail: string;
  readonly reported_at: Date;
  /** The instant as text, for the cursor. */
  readonly at: string;
}

export async function selectSuppressions(
  db: Reader,
  { after, limit }: { readonly after: Cursor | null; readonly limit: number },
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<Row>`
    select id, address, reason, detail, reported_at, reported_at::text as at from mail_suppressions
    where ${isOlder(after, sql`reported_at`, sql`id`)}
    order by reported_at desc, id desc limit ${limit}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select ${keptCount('suppressions', '')} as total`.execute(db);
  return { rows, total: counts[0]?.total ?? 0 };
}

export async function deleteSuppression(trx: Transaction<DB>, id: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('mail_suppressions')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Lets mail to addresses through again that bounced, not to those of people who complained; answers how many. */
export async function deleteBounces(trx: Transaction<DB>, addresses: readonly string[]): Promise<number> {
  const lower = [...new Set(addresses.map((address) => address.toLowerCase()))];
  const { numAffectedRows = 0n } = await sql`
    delete from mail_suppressions where address in (
      select address from mail_suppressions where reason = 'bounce' and address = any(${lower}::text[])
      order by address for update)`.execute(trx);
  return Number(numAffectedRows);
}

/** Why an address is suppressed; null: it is not. */
export async function selectReason(db: Reader, address: string): Promise<SuppressionReason | null> {
  const { rows } = await sql<{ reason: SuppressionReason }>`
    select reason from mail_suppressions where address = ${address.toLowerCase()}`.execute(db);
  return rows[0]?.reason ?? null;
}

/** Forgets reports that are so old that the address may long be somebody else's. */
export async function deleteOldSuppressions(db: Reader, border: Date): Promise<void> {
  await db.deleteFrom('mail_suppressions').where('reported_at', '<', border).execute();
}
