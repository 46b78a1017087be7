import { sql } from 'kysely';
import type { Services } from '#server/services';

/**
 * Remembers how many members have which tier today (UTC), at most once an hour: the history that the charts are drawn
 * from. A chore of the school.
 */
export async function countMembers({ clock, db }: Services): Promise<void> {
  const now = clock.now();
  await sql`
    insert into daily_members as d (day, free, basic, premium, counted_at)
    select (${now}::timestamptz at time zone 'utc')::date,
      count(*) filter (where subscription_tier = 'free'),
      count(*) filter (where subscription_tier = 'basic'),
      count(*) filter (where subscription_tier = 'premium'), ${now}
    from profiles
    where not exists (
      select from daily_members
      where day = (${now}::timestamptz at time zone 'utc')::date
        and counted_at > ${now}::timestamptz - interval '1 hour')
    having not exists (
      select from daily_members
      where day = (${now}::timestamptz at time zone 'utc')::date
        and counted_at > ${now}::timestamptz - interval '1 hour')
    on conflict (day) do update
      set free = excluded.free, basic = excluded.basic, premium = excluded.premium,
        counted_at = excluded.counted_at`.execute(db.kysely);
}
