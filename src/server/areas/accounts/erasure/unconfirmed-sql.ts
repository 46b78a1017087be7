import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

interface Due {
  readonly id: string;
  /** The instant as text, to go on after it. */
  readonly at: string;
}

/**
 * An account that was never more than a form somebody sent: no link that confirms it works any more, of its registration or
 * for a new password, and nobody has given it anything. One that an administrator has disabled stays, so that its address stays closed.
 */
const isDue = (border: Date, now: Date) => sql<boolean>`
  not u.email_verified and u.created_at < ${border} and u.disabled_at is null
  and not exists (select from verifications v where (v.identifier like 'verify-email:%' or v.identifier like 'reset-password:%')
    and v.value::jsonb ->> 'userId' = u.id::text and v.expires_at > ${now})
  and not exists (select from sessions where user_id = u.id)
  and not exists (select from user_roles where user_id = u.id)
  and not exists (select from profiles where id = u.id and (subscription_tier <> 'free' or tier_until is not null))
  and not exists (select from billing_accounts where user_id = u.id)
  and not exists (select from team_seats where user_id = u.id)
  and not exists (select from enrolments where user_id = u.id)
  and not exists (select from course_authors where user_id = u.id)
  and not exists (select from comments where author_id = u.id)`;

/** The oldest accounts that are due. */
export async function selectUnconfirmed(
  db: Reader,
  { after, border, limit, now }: { after: Due | undefined; border: Date; limit: number; now: Date },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select u.id, u.created_at::text as at from users u where ${isDue(border, now)}
      ${after ? sql`and (u.created_at, u.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by u.created_at, u.id limit ${limit}`.execute(db);
  return rows;
}

/** One that is still due, held until the end of the transaction; nothing when it was confirmed or is being confirmed. */
export async function holdUnconfirmed(
  trx: Transaction<DB>,
  id: string,
  { border, now }: { border: Date; now: Date },
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.id = ${id} and ${isDue(border, now)}
    for update of u skip locked`.execute(trx);
  return rows[0];
}

/** Frees the address of an account that is about to be erased. */
export async function leaveAddress(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email: `${id}@nobody.invalid` })
    .where('id', '=', id)
    .execute();
}

/** Deletes the mails that greeted whoever registered the address of an account that nobody confirmed, under any name; answers their ids. */
export async function deleteGreetings(trx: Transaction<DB>, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from mail_outbox m using users u
    where u.id = ${userId} and not u.email_verified and m.recipient = u.email
      and (m.props ->> 'name' = u.name or m.template in ('confirm-email', 'reset-password'))
    returning m.id`.execute(trx);
  return rows.map(({ id }) => id);
}
