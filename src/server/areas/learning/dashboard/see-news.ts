import { sql } from 'kysely';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import type { Caller, Services } from '#server/services';

/**
 * Remembers that the caller has seen what was new: of courses one studies their new sections up to an instant, else the
 * new course or post itself. Saying it twice, or late, brings nothing back. Not audited: it is what a person looked at.
 */
export async function seeNews(
  { clock, db }: Services,
  caller: Caller,
  { ids, until }: { ids: readonly string[]; until: string },
): Promise<{ ids: string[] }> {
  const { userId } = signedIn(caller);
  const now = clock.now();
  const seenAt = new Date(Math.min(Date.parse(until), now.getTime()));
  const wanted = [...new Set(ids)];
  await sql`
    with studied as (
      update enrolments set seen_at = greatest(seen_at, ${seenAt})
      where user_id = ${userId} and left_at is null and course_id = any(${wanted}::uuid[]) returning course_id)
    insert into seen_news (user_id, course_id, seen_at)
    select ${userId}, c.id, ${now} from courses c
    where c.id = any(${wanted}::uuid[]) and not exists (select from studied where course_id = c.id)
    on conflict do nothing`.execute(db.kysely);
  return { ids: wanted };
}
