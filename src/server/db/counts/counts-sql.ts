import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../client.ts';

/** What the database keeps count of: its view `counted_anew` says what each of them is. */
export type Counted =
  | 'members'
  | 'registrations'
  | 'sign-ins'
  | 'comments'
  | 'course comments'
  | 'reviews'
  | 'open messages'
  | 'learners'
  | 'attempts'
  | 'audience'
  | 'suppressions';

/** How many there are of something, to use in a statement. */
export function keptCount(what: Counted, subject: string): RawBuilder<number> {
  return sql<number>`coalesce((select count from counts_now where what = ${what} and subject = ${subject}), 0)::int`;
}

/** Of how many subjects there is something, and how many: rows of `subject` and `count`. */
export function keptCounts(what: Counted): RawBuilder<unknown> {
  return sql`(select subject, count from counts_now where what = ${what} and count > 0)`;
}

/** How many shown reviews of the course `id` gave each rating: rows of `rating` and `count`. */
export function keptRatings(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select right(subject, 1)::int as rating, count::int from counts_now
    where what = 'reviews' and subject >= ${id} || ' ' and subject < ${id} || '!' and count > 0)`;
}

/** Adds up to so many changes to the counts that they change; answers how many there were. */
export async function addChanges(db: Reader, limit: number): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    with gone as (
      delete from kept_count_changes where id in (
        select id from kept_count_changes order by id limit ${limit} for update skip locked)
      returning what, subject, change
    ), added as (
      insert into kept_counts as k (what, subject, count)
      select what, subject, sum(change) from gone group by what, subject
      on conflict (what, subject) do update set count = k.count + excluded.count
    )
    select count(*)::int as changes from gone`.execute(db);
  return rows[0]?.changes ?? 0;
}

/** Forgets what there is nothing of. */
export async function deleteEmptyCounts(db: Reader): Promise<void> {
  await sql`delete from kept_counts where count = 0`.execute(db);
}
