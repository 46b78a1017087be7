import { sql } from 'kysely';
import type { Reader } from '#server/db/client';

/** Notes what a person has seen: of what they study the sections up to `seenAt`, of anything else that it is there. */
export async function updateSeen(
  db: Reader,
  { ids, now, seenAt, userId }: { userId: string; ids: readonly string[]; seenAt: Date; now: Date },
): Promise<void> {
  const wanted = [...ids];
  await sql`
    with studied as (
      update enrolments set seen_at = greatest(seen_at, ${seenAt})
      where user_id = ${userId} and left_at is null and course_id = any(${wanted}::uuid[]) returning course_id)
    insert into seen_news (user_id, course_id, seen_at)
    select ${userId}, c.id, ${now} from courses c
    where c.id = any(${wanted}::uuid[]) and not exists (select from studied where course_id = c.id)
    on conflict do nothing`.execute(db);
}
