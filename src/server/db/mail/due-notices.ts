import { type RawBuilder, sql } from 'kysely';

/**
 * The notices `e` that are to be delivered by now, with their course `c`. Those about what is in the trash wait there with it: they
 * are delivered once it is restored, and nobody misses them before.
 */
export const dueNotices = (now: Date): RawBuilder<unknown> => sql`
  notice_events e left join comments m on m.id = e.comment_id left join courses c on c.id = coalesce(e.course_id, m.course_id)
  where e.delivered_at is null and c.kind is distinct from 'deleted' and (e.due_at is null or e.due_at <= ${now}::timestamptz)`;
