import { sql } from 'kysely';
import type { Tier } from '#domain/tiers';

/** Of what a notice `n` is about: its course, or the one under which the quoted comment stands. */
export const joinTold = sql`left join comments told on told.id = n.comment_id
  left join courses c on c.id = coalesce(n.course_id, told.course_id)`;

/** Whether a reader of these tiers may read what a notice quotes: asked when it is delivered, and again when it is read. */
export function mayRead(tiers: readonly Tier[]) {
  return sql`((c.id is null or c.kind <> 'deleted' and c.subscription_level = any(${[...tiers]}::tier[]))
    and told.hidden_at is null and told.removed_at is null)`;
}
