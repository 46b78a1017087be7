import { sql } from 'kysely';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';

/** Who a session or key acts for at this moment. */
export interface Present {
  readonly id: string;
  readonly tier: Tier;
  readonly is_admin: boolean;
}

/** The tiers that these courses and posts ask for; those in the trash are left out. */
export function selectLevels(db: Reader, courseIds: readonly string[]) {
  return db
    .selectFrom('courses')
    .select(['id', 'subscription_level'])
    .where('kind', '<>', 'deleted')
    .where('id', 'in', courseIds)
    .execute();
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
