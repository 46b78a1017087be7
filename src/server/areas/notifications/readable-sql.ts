import { type RawBuilder, sql } from 'kysely';
import { FOR_ADMINISTRATORS } from '#domain/notifications/kinds';
import type { Tier } from '#domain/tiers';

/** Of what a notice `n` is about: its course, or the one under which the quoted comment stands. */
export const joinTold = sql`left join comments told on told.id = n.comment_id
  left join courses c on c.id = coalesce(n.course_id, told.course_id)`;

/** What somebody may read now, at this place. */
export interface NoticeReader {
  readonly tiers: readonly Tier[];
  /** Whether they may administer here: what administrators are told is closed where administration is. */
  readonly isAdmin: boolean;
  /** When they read. */
  readonly now: Date;
}

/** Whether a notice `n` is of a kind that this reader may see. */
export function isForReader({ isAdmin }: Pick<NoticeReader, 'isAdmin'>): RawBuilder<boolean> {
  return sql<boolean>`(${isAdmin}::boolean or n.kind <> all(${[...FOR_ADMINISTRATORS]}::text[]))`;
}

/** Whether a course or post `c` is out: a post may be a draft again, or wait for its time. */
export function isOut(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(c.kind <> 'post' or coalesce(c.published_at <= ${now}, false))`;
}

/** Whether a reader may read what a notice quotes: asked when it is delivered, and again when it is read. */
export function mayRead(reader: NoticeReader): RawBuilder<boolean> {
  const { isAdmin, now, tiers } = reader;
  return sql<boolean>`((c.id is null or c.kind <> 'deleted' and c.subscription_level = any(${[...tiers]}::tier[])
      and (${isAdmin}::boolean or ${isOut(now)}))
    and told.hidden_at is null and told.removed_at is null and ${isForReader(reader)})`;
}
