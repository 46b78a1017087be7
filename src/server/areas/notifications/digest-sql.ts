import { sql, type Transaction } from 'kysely';
import type { NoticeKind } from '#domain/notifications/kinds';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import type { MailReaders } from './mail-readers.ts';
import { joinComment, mayRead, type NoticeReader } from './readable-sql.ts';

/** A person whose daily email is due. */
export interface DigestReader {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly tier: Tier;
  /** And may administer wherever the mail is read. */
  readonly is_admin: boolean;
  readonly token: string;
  /** How often the mail could not be written since the last one. */
  readonly failures: number;
}

/** What waits for a daily email. */
export interface DigestItem {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly props: Record<string, string>;
  readonly link: string;
  readonly may_see: boolean;
}

/** Somebody whose mail is due, kept from other processes until the transaction ends. */
export async function leaseReader(
  trx: Transaction<DB>,
  { anyAdministrator, withSecondFactor }: MailReaders,
  now: Date,
): Promise<DigestReader | undefined> {
  const { rows } = await sql<DigestReader>`
    select u.id, u.name, u.email, u.subscription_tier as tier, s.unsubscribe_token as token, s.digest_failures as failures,
      ${anyAdministrator}::boolean and (u.two_factor_enabled or not ${withSecondFactor}::boolean)
        and u.is_admin as is_admin
    from notification_settings s join members u on u.id = s.user_id and u.is_enabled
    where s.digest and (s.digested_at is null or s.digested_at <= ${now}::timestamptz - interval '1 day')
      and (s.digest_retry_at is null or s.digest_retry_at <= ${now})
      and exists (select from notifications n where n.user_id = s.user_id and n.digest_due)
    order by u.id limit 1 for update of s skip locked`.execute(trx);
  return rows[0];
}

/** What waits for the daily email of a person, taken out of what waits. */
export async function takeDigest(
  trx: Transaction<DB>,
  userId: string,
  reader: NoticeReader,
): Promise<DigestItem[]> {
  const { rows } = await sql<DigestItem>`
    update notifications n set digest_due = false
    from (select n.id, ${mayRead(reader)} as may_see from notifications n ${joinComment}
      where n.user_id = ${userId} and n.digest_due) due
    where due.id = n.id returning n.id, n.kind, n.props, n.link, due.may_see`.execute(trx);
  return rows;
}

/** Whether the reader may read what an event is about. */
export async function mayReadEvent(db: Reader, reader: NoticeReader, eventId: string): Promise<boolean> {
  const { rows } = await sql`
    select from notice_events n ${joinComment} where n.id = ${eventId} and ${mayRead(reader)}`.execute(db);
  return rows.length > 0;
}

/** How many of these notices of a person the reader may read. */
export async function countReadable(
  db: Reader,
  reader: NoticeReader,
  { ids, userId }: { userId: string; ids: readonly string[] },
): Promise<number> {
  const { rows } = await sql`
    select n.id from notifications n ${joinComment}
    where n.user_id = ${userId} and n.id = any(${[...ids]}::uuid[]) and ${mayRead(reader)}`.execute(db);
  return rows.length;
}

/** Lets these notices wait for a daily email again, which is due at once. */
export async function restoreDigest(
  trx: Transaction<DB>,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`update notifications set digest_due = true where user_id = ${userId} and id = any(${[...ids]}::uuid[])`.execute(
    trx,
  );
  await sql`update notification_settings set digested_at = null where user_id = ${userId}`.execute(trx);
}

/** The tier of a person with an open account, and whether they may administer wherever an email is read. */
export async function selectReader(
  db: Reader,
  userId: string,
  { anyAdministrator, withSecondFactor }: MailReaders,
): Promise<{ tier: Tier; is_admin: boolean } | undefined> {
  const { rows } = await sql<{ tier: Tier; is_admin: boolean }>`
    select u.subscription_tier as tier, ${anyAdministrator}::boolean
      and (u.two_factor_enabled or not ${withSecondFactor}::boolean) and u.is_admin as is_admin
    from members u where u.id = ${userId} and u.is_enabled`.execute(db);
  return rows[0];
}
