import { sql } from 'kysely';
import type { OpenTo } from '#domain/courses/life-cycle';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';

/** Who a session or key acts for at this moment. */
export interface Present {
  readonly id: string;
  readonly tier: Tier;
  readonly is_admin: boolean;
}

export interface WatchedRow {
  readonly id: string;
  readonly subscription_level: Tier;
  readonly open_to: OpenTo;
  /** Where that decides: those of these people who study it. */
  readonly learners: readonly string[];
}

/** What decides who may open these courses and posts. */
export async function selectWatched(
  db: Reader,
  courseIds: readonly string[],
  userIds: readonly string[],
): Promise<WatchedRow[]> {
  const { rows } = await sql<WatchedRow>`
    select c.id, c.subscription_level, c.open_to, array(
      select e.user_id from enrolments e where c.open_to = 'learners' and e.course_id = c.id and e.left_at is null
        and e.user_id = any(${[...userIds]}::uuid[])) as learners
    from courses c where c.id = any(${[...courseIds]}::uuid[])`.execute(db);
  return rows;
}

/** Those of these sessions and keys that are good now. A key reads as a member: only an administrator's session counts as one. */
export async function selectPresent(db: Reader, ids: readonly string[], now: Date): Promise<Present[]> {
  const { rows } = await sql<Present>`
    with mine (id, user_id, is_key) as (
      select id, user_id, false from sessions where expires_at > ${now}
      union all select id, user_id, true from api_keys where expires_at > ${now})
    select mine.id, m.subscription_tier as tier, m.is_admin and not mine.is_key as is_admin
    from mine join members m on m.id = mine.user_id and m.is_enabled
    where mine.id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}
