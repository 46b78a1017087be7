import { sql, type Transaction } from 'kysely';
import type { NoticeKind } from '#domain/notifications/kinds';
import type { Cursor } from '#server/cursor';
import type { Reader } from '#server/db/client';
import { isOlder } from '#server/db/lists/cursor-sql';
import type { DB } from '#server/db/types';
import { joinComment, mayRead, type NoticeReader } from './readable-sql.ts';

interface InboxRow {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly props: Record<string, string>;
  readonly link: string;
  readonly created_at: Date;
  readonly read_at: Date | null;
  /** The instant for the cursor. */
  readonly at: string;
}

/** Whose inbox it is, and what the person may read now. */
export interface InboxOwner extends NoticeReader {
  readonly userId: string;
}

export async function selectInbox(db: Reader, owner: InboxOwner, after: Cursor | null, limit: number) {
  const { rows } = await sql<InboxRow>`
    select n.id, n.kind, n.props, n.link, n.created_at, n.read_at, n.created_at::text as at from notifications n ${joinComment}
    where n.user_id = ${owner.userId} and n.in_app and ${mayRead(owner)}
      and ${isOlder(after, sql`n.created_at`, sql`n.id`)}
    order by n.created_at desc, n.id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many are unread; counting stops at 100. */
export async function selectUnread(db: Reader, owner: InboxOwner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from notifications n ${joinComment}
      where n.user_id = ${owner.userId} and n.in_app and n.read_at is null and ${mayRead(owner)} limit 100
    ) unread`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function selectChoices(db: Reader, userId: string) {
  const { rows } = await sql<{
    choices: { kind: NoticeKind; inApp: boolean; email: boolean }[];
    digest: boolean;
    categories: { id: string; name: string; followed: boolean }[];
  }>`
    select
      (select coalesce(json_agg(json_build_object('kind', kind, 'inApp', in_app, 'email', email)), '[]')
        from notification_preferences where user_id = ${userId}) as choices,
      coalesce((select digest from notification_settings where user_id = ${userId}), false) as digest,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'followed', f.user_id is not null)
          order by lower(c.name)), '[]')
        from categories c
        left join followed_categories f on f.category_id = c.id and f.user_id = ${userId}) as categories`.execute(
    db,
  );
  return rows[0] ?? { choices: [], digest: false, categories: [] };
}

/** Whether there is such a category. */
export async function hasCategory(db: Reader, id: string): Promise<boolean> {
  const known = db.selectFrom('categories').select('id').where('id', '=', id);
  return (await known.executeTakeFirst()) !== undefined;
}

/** Answers whether somebody did not follow the category before. */
export async function insertFollowed(
  trx: Transaction<DB>,
  userId: string,
  categoryId: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('followed_categories')
    .values({ user_id: userId, category_id: categoryId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Answers whether somebody followed the category. */
export async function deleteFollowed(
  trx: Transaction<DB>,
  userId: string,
  categoryId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('followed_categories')
    .where('user_id', '=', userId)
    .where('category_id', '=', categoryId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Whose emails end by this link, held until the end of the transaction. */
export async function holdSubscriber(
  trx: Transaction<DB>,
  token: string,
): Promise<{ user_id: string; is_admin: boolean } | undefined> {
  const { rows } = await sql<{ user_id: string; is_admin: boolean }>`
    select s.user_id, exists (select from members m where m.id = s.user_id and m.is_admin) as is_admin
    from notification_settings s where s.unsubscribe_token = ${token} for update of s`.execute(trx);
  return rows[0];
}

/** Stops the emails of these kinds, also those that wait for the daily one; answers which of them were not off before. */
export async function stopEmails(
  trx: Transaction<DB>,
  userId: string,
  kinds: readonly NoticeKind[],
): Promise<NoticeKind[]> {
  const { rows } = await sql<{ kind: NoticeKind }>`
    insert into notification_preferences as p (user_id, kind, in_app, email)
    select ${userId}, kind, true, false from unnest(${[...kinds]}::text[]) kind
    on conflict (user_id, kind) do update set email = false where p.email
    returning kind`.execute(trx);
  await dropFromDigest(trx, userId, kinds);
  return rows.map(({ kind }) => kind);
}

/** Whether the reader of a notice `n` wants to be told of its kind in some way, by now. */
const isWanted = sql<boolean>`not exists (select from notification_preferences p
  where p.user_id = n.user_id and p.kind = n.kind and not p.in_app and not p.email)`;

/** Shows notices of a person in the inbox that no email brings: one, or these. What waits for the daily email is left to it. */
export async function showInInbox(
  trx: Transaction<DB>,
  userId: string,
  which: { readonly eventId: string } | { readonly ids: readonly string[] },
): Promise<void> {
  const named =
    'ids' in which ? sql`n.id = any(${[...which.ids]}::uuid[])` : sql`n.event_id = ${which.eventId}`;
  await sql`
    update notifications n set in_app = true
    where n.user_id = ${userId} and ${named} and not n.in_app and not n.digest_due and ${isWanted}`.execute(
    trx,
  );
}

/** Notices of these kinds wait for no daily email any more; the inbox shows them unless their reader wants neither by now. */
export async function dropFromDigest(
  trx: Transaction<DB>,
  userId: string,
  kinds: readonly NoticeKind[],
): Promise<void> {
  await sql`
    update notifications n set digest_due = false, in_app = n.in_app or ${isWanted}
    where n.user_id = ${userId} and n.digest_due and n.kind = any(${[...kinds]}::text[])`.execute(trx);
}

/** Whether somebody wants one email a day; undefined leaves it. Answers whether that is something else than before. */
export async function saveDigest(
  trx: Transaction<DB>,
  userId: string,
  digest: boolean | undefined,
): Promise<boolean> {
  await sql`
    insert into notification_settings (user_id) values (${userId}) on conflict (user_id) do nothing`.execute(
    trx,
  );
  const { digest: before } = await trx
    .selectFrom('notification_settings')
    .select('digest')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (digest === undefined || digest === before) return false;
  await trx.updateTable('notification_settings').set({ digest }).where('user_id', '=', userId).execute();
  return true;
}

interface Choice {
  readonly kind: NoticeKind;
  /** Undefined leaves it. */
  readonly inApp?: boolean | undefined;
  readonly email?: boolean | undefined;
}

/**
 * How somebody is notified of a kind: both ways, where nothing was chosen before. Answers whether that
 * was not chosen before.
 */
export async function saveChoice(
  trx: Transaction<DB>,
  userId: string,
  { email, inApp, kind }: Choice,
): Promise<boolean> {
  const { rows } = await sql`
    insert into notification_preferences as p (user_id, kind, in_app, email)
    values (${userId}, ${kind}, ${inApp ?? true}, ${email ?? true})
    on conflict (user_id, kind) do update
      set in_app = coalesce(${inApp ?? null}, p.in_app), email = coalesce(${email ?? null}, p.email)
      where ${inApp ?? null} <> p.in_app or ${email ?? null} <> p.email
    returning kind`.execute(trx);
  return rows.length > 0;
}
