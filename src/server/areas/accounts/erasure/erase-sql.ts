import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';
import { redactNames } from '../sessions/redact-names.ts';
import { liftLocks } from '../sign-in/lockout-sql.ts';
import { eraseInDigests } from './digests-sql.ts';
import { type Identity, isTheirs, wordsOf } from './identity-sql.ts';

/** What others saw as the author of a comment. */
const AUTHOR = JSON.stringify({ author: 'Deleted user' });
/** Who invited others, and who signed in as them. */
const INVITER = JSON.stringify({ inviter: 'Deleted user' });
const HELPER = JSON.stringify({ admin: 'Deleted user' });

/**
 * What is the person's own: files of the store that go with the account, comments whose author was named to others, and
 * everything in whose history somebody may have written the name.
 */
export async function selectOwnThings(trx: Transaction<DB>, userId: string) {
  const { rows } = await sql<{ kind: 'avatar' | 'upload' | 'block' | 'comment' | 'other'; id: string }>`
    select 'avatar' as kind, id::text from media where owner_id = ${userId} and kind = 'avatar'
    union all select 'upload', f.id::text from exam_files f join exam_attempts a on a.id = f.attempt_id where a.user_id = ${userId}
    union all select 'block', block ->> 'key' from exports, jsonb_array_elements(blocks) block where user_id = ${userId}
    union all select 'comment', id::text from comments where author_id = ${userId}
    union all select 'other', id::text from exam_attempts where user_id = ${userId}
    union all select 'other', id::text from certificates where user_id = ${userId}
    union all select 'other', id::text from course_reviews where author_id = ${userId}`.execute(trx);
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return {
    files: [
      ...of('avatar').map((id) => `${id}.webp`),
      ...of('upload').map((id) => `${id}.upload`),
      ...of('block'),
    ],
    commentIds: of('comment'),
    things: [...of('comment'), ...of('other')],
  };
}

/**
 * Certificates and reviews stay without their person; why one was revoked or hidden is shown without the name. The mark of a
 * review that its author deleted is about nobody then, and goes. So do words of a comment that its author had edited away.
 */
export async function eraseReasons(trx: Transaction<DB>, { id, names }: Identity): Promise<void> {
  const revoked = await trx
    .selectFrom('certificates')
    .select(['id', 'revoked_reason'])
    .where('user_id', '=', id)
    .where('revoked_reason', 'is not', null)
    .execute();
  for (const row of revoked)
    await trx
      .updateTable('certificates')
      .set({ revoked_reason: String(redactNames(row.revoked_reason, names)) })
      .where('id', '=', row.id)
      .execute();
  await trx
    .deleteFrom('course_reviews')
    .where('author_id', '=', id)
    .where('removed_at', 'is not', null)
    .execute();
  await trx.updateTable('course_reviews').set({ hidden_reason: null }).where('author_id', '=', id).execute();
  await sql`
    update comment_reports r set said = null
    from comments c where c.author_id = ${id}::uuid and r.comment_id = c.id and r.said is not null`.execute(
    trx,
  );
}

/**
 * Notices of a person's comments say that a deleted user wrote them, notices about the account or by its address go.
 * Answers the ids of both: mails were made of them.
 */
export async function eraseNotices(trx: Transaction<DB>, identity: Identity) {
  const { id } = identity;
  const { rows: kept } = await sql<{ id: string }>`
    update notice_events e set props = e.props || ${AUTHOR}::jsonb
    from comments c where c.author_id = ${id}::uuid and e.event_key = 'comment-reply:' || c.id returning e.id`.execute(
    trx,
  );
  const keptIds = kept.map((event) => event.id);
  await sql`update notifications set props = props || ${AUTHOR}::jsonb where event_id = any (${keptIds}::uuid[])`.execute(
    trx,
  );
  const { rows: gone } = await sql<{ id: string }>`
    delete from notice_events where mentioned(event_key || ' ' || link || ' ' || props::text) && ${mentionedBy([id, ...wordsOf(identity)])}
      and (event_key || ' ' || link || ' ' || props::text like ${`%${id}%`}
        or ${isTheirs(identity, sql`lower(props ->> 'email')`, sql`created_at`)}) returning id`.execute(trx);
  // One that is being delivered goes on after somebody who is still there.
  await sql`update notice_events set reached = null where delivered_at is null and reached = ${id}::uuid`.execute(
    trx,
  );
  return { kept: keptIds, gone: gone.map((event) => event.id) };
}

/** The words by which an index finds texts that speak of one of these. */
export function mentionedBy(words: readonly string[]): RawBuilder<string[]> {
  return sql`mentioned(${words.join(' ')})`;
}

/** Mails to the person and about the account go, others name nobody any more. Answers those whose files must go. */
export async function eraseMails(
  trx: Transaction<DB>,
  identity: Identity,
  notices: { readonly kept: readonly string[]; readonly gone: readonly string[] },
): Promise<string[]> {
  const { id, names } = identity;
  await sql`delete from mail_suppressions where ${isTheirs(identity, sql`address`, sql`reported_at`)}`.execute(
    trx,
  );
  // Each way of finding them has an index of its own.
  const { rows: gone } = await sql<{ id: string }>`
    delete from mail_outbox where id in (
      select id from mail_outbox where ${isTheirs(identity, sql`recipient`, sql`created_at`)}
      union all select id from mail_outbox where split_part(event_key, ':', 2) in (
        select ${id}::text union all select unnest(${notices.gone}::text[])
        union all select c.id::text from address_changes c where c.user_id = ${id}::uuid)
      union all select id from mail_outbox where split_part(event_key, ':', 3) <> '' and split_part(event_key, ':', 3) = ${id}
      union all select id from mail_outbox where props <> '{}'
        and (props::text like ${`%${id}%`} or ${isTheirs(identity, sql`lower(props ->> 'email')`, sql`created_at`)}))
    returning id`.execute(trx);
  const { rows: kept } = await sql<{ id: string }>`
    update mail_outbox set props = case when sent_at is null then props || ${AUTHOR}::jsonb else props end
    where split_part(event_key, ':', 2) = any (${notices.kept}::text[]) returning id`.execute(trx);
  await eraseInDigests(trx, identity);
  const { rows: staff } = await sql<{ id: string }>`
    update mail_outbox set props = case when sent_at is not null then props
      when template in ('invitation', 'team-invitation') then props || ${INVITER}::jsonb
      when props ->> 'admin' = any (${names}::text[]) then props || ${HELPER}::jsonb else props end
    where (template, split_part(event_key, ':', 2)) in (
      select 'invitation', i.id::text from invitations i where i.invited_by = ${id}::uuid
      union all select 'team-invitation', a.after ->> 'invitation' from audit_log a
        where a.actor_id = ${id}::uuid and a.entity = 'team'
      union all select 'support-session', a.entity_id from audit_log a
        where a.actor_id = ${id}::uuid and a.action = 'support.start')
    returning id`.execute(trx);
  return [...gone, ...kept, ...staff].map((mail) => mail.id);
}

/** Removes what no foreign key leads to: links, half sign-ins, counters, messages. Pictures of courses stay. */
export async function forgetTraces(trx: Transaction<DB>, identity: Identity): Promise<void> {
  const { addresses, id } = identity;
  const named = [id, ...wordsOf(identity)];
  const words = named.map((word) => containing(word));
  // The index finds few, and among them what only ends like an address of theirs.
  await sql`delete from verifications where mentioned(value || ' ' || identifier) && ${mentionedBy(named)}
    and (value ilike any (${words}) or identifier ilike any (${words}))`.execute(trx);
  await sql`update course_drafts set authors = array_remove(authors, ${id}::uuid),
    base_authors = array_remove(base_authors, ${id}::uuid) where ${id}::uuid = any (authors || base_authors)`.execute(
    trx,
  );
  await sql`delete from idempotency_keys where caller = ${id}`.execute(trx);
  await sql`delete from rate_limits where key like ${`%:${id}`}`.execute(trx);
  for (const { address, until } of addresses) if (until === null) await liftLocks(trx, address);
  await sql`delete from contact_messages where ${isTheirs(identity, sql`lower(email)`, sql`created_at`)}`.execute(
    trx,
  );
  // What was declared stays with its time; who declared it, and in which words, does not.
  await sql`
    update billing_requests set name = null, email = null, contract = null, reason = null, statement = null, note = null
    where ${isTheirs(identity, sql`lower(email)`, sql`received_at`)}
      or account_id in (select a.id from billing_accounts a where a.user_id = ${id}::uuid)`.execute(trx);
  // Nobody is left to pay for it; what was paid stays, without a name.
  await sql`
    update bank_transfers set state = 'canceled' where state = 'pending'
      and account_id in (select a.id from billing_accounts a where a.user_id = ${id}::uuid)`.execute(trx);
  const isToThem = isTheirs(identity, sql`email`, sql`sent_at`);
  await sql`delete from invitations where ${isToThem}`.execute(trx);
  await sql`delete from team_invitations where ${isToThem}`.execute(trx);
  await sql`update media set owner_id = null where owner_id = ${id}::uuid and kind <> 'avatar'`.execute(trx);
}

/** Who takes payments. */
interface Shop {
  readonly name: string;
  readonly livemode: boolean;
}

/** Customers at the payment provider who are this person, or whose card this person gave for a team. */
function customersOf(userId: RawBuilder<unknown>, shop: Shop | undefined) {
  return sql`
    select from billing_customers c join billing_accounts a on a.id = c.account_id
    where coalesce(a.user_id, c.payer_id) = ${userId} and c.deleted_at is null
      and c.provider = ${shop?.name ?? null} and c.livemode = ${shop?.livemode ?? null}`;
}

/** Whether the payment provider still knows somebody: they could be charged. */
export async function selectHasCustomer(
  db: Reader,
  userId: string,
  shop: Shop | undefined,
): Promise<boolean> {
  const { rows } = await sql`${customersOf(sql`${userId}::uuid`, shop)} limit 1`.execute(db);
  return rows.length > 0;
}

/** An account whose time to change one's mind is over; `erase` is that time, to the microsecond. */
export interface DueAccount {
  readonly id: string;
  readonly erase: string;
}

/** The next accounts that are due, in the order of their time, after one that was looked at. */
export async function selectDue(
  db: Reader,
  {
    after,
    limit,
    now,
    payments,
  }: {
    now: Date;
    after: DueAccount | undefined;
    limit: number;
    /** Who takes payments: an account waits until its customer there is deleted. */
    payments: Shop | undefined;
  },
): Promise<DueAccount[]> {
  const { rows } = await sql<DueAccount>`
    select id, erase_at::text as erase from users where erase_at <= ${now}
      and not exists (${customersOf(sql`users.id`, payments)})
      ${after ? sql`and (erase_at, id) > (${after.erase}::timestamptz, ${after.id}::uuid)` : sql``}
    order by erase_at, id limit ${limit}`.execute(db);
  return rows;
}

/** An account that is still due, held until the end of the transaction; nothing when another process has it. */
export function holdDue(trx: Transaction<DB>, id: string, now: Date) {
  return trx
    .selectFrom('users')
    .innerJoin('members', 'members.id', 'users.id')
    .select('members.is_admin')
    .where('users.id', '=', id)
    .where('users.erase_at', '<=', now)
    .forUpdate('users')
    .skipLocked()
    .executeTakeFirst();
}
