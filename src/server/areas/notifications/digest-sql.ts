import { sql, type Transaction } from 'kysely';
import type { NoticeKind } from '#domain/notifications/kinds';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import type { MailReaders } from './mail-readers.ts';
import { joinComment, type MailReader, mayMail } from './readable-sql.ts';
import { showInInbox } from './sql.ts';

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
}

/**
 * Of a person with settings `s` a mail is due. Also of one who has turned the daily email off by now: nothing waits for it then
 * but what had been written for it before and was sent back.
 */
const isDue = (
  now: Date,
) => sql<boolean>`(s.digested_at is null or s.digested_at <= ${now}::timestamptz - interval '1 day')
  and (s.digest_retry_at is null or s.digest_retry_at <= ${now})
  and exists (select from notifications n where n.user_id = s.user_id and n.digest_due)`;

/** The next people whose mail is due, after this one. */
export async function selectDueReaders(
  db: Reader,
  { after, limit, now }: { after: string | undefined; limit: number; now: Date },
): Promise<{ id: string }[]> {
  const next = after === undefined ? sql`true` : sql`s.user_id > ${after}`;
  const { rows } = await sql<{ id: string }>`
    select s.user_id as id from notification_settings s join members u on u.id = s.user_id and u.is_enabled
    where ${isDue(now)} and ${next} order by s.user_id limit ${limit}`.execute(db);
  return rows;
}

/** A person whose mail is still due, kept from other processes until the transaction ends; undefined: another has them. */
export async function leaseReader(
  trx: Transaction<DB>,
  {
    id,
    now,
    readers: { anyAdministrator, withSecondFactor },
  }: { id: string; now: Date; readers: MailReaders },
): Promise<DigestReader | undefined> {
  const { rows } = await sql<DigestReader>`
    select u.id, u.name, u.email, u.subscription_tier as tier, s.unsubscribe_token as token, s.digest_failures as failures,
      ${anyAdministrator}::boolean and (u.two_factor_enabled or not ${withSecondFactor}::boolean)
        and u.is_admin as is_admin
    from notification_settings s join members u on u.id = s.user_id and u.is_enabled
    where s.user_id = ${id} and ${isDue(now)} for update of s skip locked`.execute(trx);
  return rows[0];
}

interface DigestRequest {
  readonly userId: string;
  readonly reader: MailReader;
  /** Kinds that stand first. */
  readonly first: readonly NoticeKind[];
  /** So many are named. */
  readonly limit: number;
}

/**
 * Takes everything that waits for the daily email of a person out of what waits. Names the most important and then the newest of
 * what may be mailed, none of a kind before the newest of each other kind, and counts the others; the inbox shows what is not
 * named.
 */
export async function takeDigest(
  trx: Transaction<DB>,
  { first, limit, reader, userId }: DigestRequest,
): Promise<{ items: DigestItem[]; more: number }> {
  const isFirst = sql`kind = any(${[...first]}::text[])`;
  const { rows } = await sql<DigestItem & { more: number }>`
    with due as (
      select n.id, n.kind, n.created_at, ${mayMail(reader)} as may_see from notifications n ${joinComment}
      where n.user_id = ${userId} and n.digest_due
    ), ranked as (
      select id, created_at, ${isFirst} as is_first,
        row_number() over (partition by kind order by created_at desc, id desc) as nth
      from due where may_see
    ), named as (
      select id from ranked order by is_first desc, nth, created_at desc, id desc limit ${limit}
    ), taken as (
      update notifications n set digest_due = false, in_app = n.in_app or named.id is null
      from due left join named on named.id = due.id where due.id = n.id
      returning n.id, n.kind, n.props, n.link, n.created_at, named.id is not null as is_named, due.may_see
    )
    select id, kind, props, link, (select count(*)::int from taken where may_see and not is_named) as more
    from taken where is_named order by ${isFirst} desc, created_at desc, id desc`.execute(trx);
  return { items: rows.map(({ more, ...item }) => item), more: rows[0]?.more ?? 0 };
}

/** Whether somebody has emails of the kind of a notice `n`. */
const isChosen = (userId: string) => sql<boolean>`not exists (
  select from notification_preferences p where p.user_id = ${userId} and p.kind = n.kind and not p.email)`;

/** Whether the reader may be mailed what an event is about, and has emails of its kind. */
export async function wantsEvent(
  db: Reader,
  reader: MailReader,
  { eventId, userId }: { eventId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from notice_events n ${joinComment}
    where n.id = ${eventId} and ${mayMail(reader)} and ${isChosen(userId)}`.execute(db);
  return rows.length > 0;
}

/** How many of these notices of a person the reader may be mailed, and has by email. */
export async function countWanted(
  db: Reader,
  reader: MailReader,
  { ids, userId }: { userId: string; ids: readonly string[] },
): Promise<number> {
  const { rows } = await sql`
    select n.id from notifications n ${joinComment}
    where n.user_id = ${userId} and n.id = any(${[...ids]}::uuid[]) and ${mayMail(reader)}
      and ${isChosen(userId)}`.execute(db);
  return rows.length;
}

/**
 * Lets the notices of a daily email that waits in the outbox wait for another one, which is due at once; not those of kinds that
 * are off by now. The old one goes with it, so that a process that ends here doesn't have it written once more.
 */
export async function restoreDigest(
  trx: Transaction<DB>,
  { eventKey, ids, userId }: { eventKey: string; userId: string; ids: readonly string[] },
): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from mail_outbox where event_key = ${eventKey} and sent_at is null and failed_at is null`.execute(
    trx,
  );
  if (numAffectedRows !== 1n) return;
  await sql`
    update notifications n set digest_due = true
    where n.user_id = ${userId} and n.id = any(${[...ids]}::uuid[]) and ${isChosen(userId)}`.execute(trx);
  await showInInbox(trx, userId, { ids });
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
