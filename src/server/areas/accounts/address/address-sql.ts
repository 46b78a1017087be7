import { sql, type Transaction } from 'kysely';
import type { MailTemplate } from '#emails/mail-props';
import { followsAccount } from '#emails/mails-that-follow';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

/** How long a new address waits to be confirmed, and how long it can be undone from the old one. */
const CONFIRM_MS = 24 * 3_600_000;
const UNDO_MS = 7 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** What a link about a change stands for. */
export interface ChangeToken {
  readonly userId: string;
  readonly changeId: string;
}

export async function insertChange(
  trx: Transaction<DB>,
  change: { user_id: string; old_email: string; new_email: string },
  now: Date,
): Promise<string> {
  const { id } = await trx
    .insertInto('address_changes')
    .values({ ...change, created_at: now, expires_at: new Date(now.getTime() + CONFIRM_MS) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Seconds until a person who has asked for so many changes within a day may ask again; null: at once. */
export async function waitForChange(
  trx: Transaction<DB>,
  userId: string,
  { limit, now }: { limit: number; now: Date },
): Promise<number | null> {
  const border = now.getTime() - DAY_MS;
  const first = await trx
    .selectFrom('address_changes')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(border))
    .orderBy('created_at', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  return first ? Math.max(1, Math.ceil((first.created_at.getTime() - border) / 1000)) : null;
}

/** Ends what waits to be confirmed; answers how many that were. */
export async function endPending(trx: Transaction<DB>, userId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('address_changes')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** A change that can still be confirmed or undone. */
export async function selectOpenChange(trx: Transaction<DB>, { changeId, userId }: ChangeToken, now: Date) {
  return trx
    .selectFrom('address_changes')
    .select(['id', 'user_id', 'old_email', 'new_email', 'created_at', 'confirmed_at'])
    .where('id', '=', changeId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function markConfirmed(trx: Transaction<DB>, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('address_changes')
    .set({ confirmed_at: now, expires_at: new Date(now.getTime() + UNDO_MS) })
    .where('id', '=', id)
    .execute();
}

/** Ends a change and those that came after it: the person who made them can't undo the undoing. */
export async function endChangesSince(
  trx: Transaction<DB>,
  { changeId, userId }: ChangeToken,
  now: Date,
): Promise<void> {
  await sql`
    update address_changes set ended_at = ${now}
    where user_id = ${userId} and ended_at is null
      and created_at >= (select created_at from address_changes where id = ${changeId})`.execute(trx);
}

/** The change of a person that waits to be confirmed. */
export function selectPendingChange(db: Reader, userId: string, now: Date) {
  return db
    .selectFrom('address_changes')
    .select(['new_email', 'expires_at'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** The account that has an address, held until the end of the transaction. */
export function holdHolder(trx: Transaction<DB>, email: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'name', 'email_verified', 'disabled_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
}

/** What was written to an address for whoever has the account, and did not leave yet, goes to their new one. */
export async function sendOn(
  trx: Transaction<DB>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const waiting = await trx
    .selectFrom('mail_outbox')
    .select(['id', 'template'])
    .where('recipient', '=', from)
    .where('sent_at', 'is', null)
    .execute();
  const ids = waiting.filter(({ template }) => followsAccount(template as MailTemplate)).map(({ id }) => id);
  await sql`update mail_outbox set recipient = ${to} where id = any(${ids}::uuid[]) and sent_at is null`.execute(
    trx,
  );
}

/**
 * Ends the changes whose time is over, and deletes with each what was mailed about it, and to an address before it was left, where it
 * is nobody's any more.
 * Of one that was carried out and never undone the row stays with the account, ended at its time: an erasure must know what
 * the person was called before (decision 300).
 */
export async function endOldChanges(db: Reader, now: Date): Promise<void> {
  await sql`
    with carried_out as (update address_changes set ended_at = expires_at
      where expires_at < ${now} and confirmed_at is not null and ended_at is null returning *),
    gone as (delete from address_changes
      where expires_at < ${now} and (confirmed_at is null or ended_at < expires_at) returning *),
    over as (select id, old_email, confirmed_at as left_at from carried_out union all select id, old_email, null from gone)
    delete from mail_outbox m using over
    where m.event_key in ('address-confirm:' || over.id, 'address-asked:' || over.id, 'address-changed:' || over.id)
      or (m.recipient = over.old_email and m.created_at <= over.left_at
        and not exists (select from users u where u.email = over.old_email))`.execute(db);
}
