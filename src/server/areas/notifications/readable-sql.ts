import { type RawBuilder, sql } from 'kysely';
import { FOR_ADMINISTRATORS, type NoticeKind } from '#domain/notifications/kinds';
import type { Tier } from '#domain/tiers';

/** Of what a notice `n` is about: its course, or the one under which the quoted comment stands. */
export const joinComment = sql`left join comments commented on commented.id = n.comment_id
  left join courses c on c.id = coalesce(n.course_id, commented.course_id)`;

/** What somebody may read now, at this place. */
export interface NoticeReader {
  readonly tiers: readonly Tier[];
  /** Whether they may administer here: what administrators are notified of is closed where administration is. */
  readonly isAdmin: boolean;
  /** When they read. */
  readonly now: Date;
}

/** What somebody may read by email now. */
export interface MailReader extends NoticeReader {
  /** What the school sends by email at all. */
  readonly kinds: readonly NoticeKind[];
}

/** Whether a notice `n` is of a kind that this reader may see. */
export function isForReader({ isAdmin }: Pick<NoticeReader, 'isAdmin'>): RawBuilder<boolean> {
  return sql<boolean>`(${isAdmin}::boolean or n.kind <> all(${[...FOR_ADMINISTRATORS]}::text[]))`;
}

/** Whether a course or post `c` is open to somebody: it may be a draft again, or left to those who study it. */
export function isOut(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(c.open_to = 'everyone' or c.open_to = 'learners' and exists (
    select from enrolments x where x.user_id = ${userId} and x.course_id = c.id and x.left_at is null))`;
}

/** Whether a reader may read what a notice quotes: asked when it is delivered, and again when it is read. */
export function mayRead(reader: NoticeReader): RawBuilder<boolean> {
  const { isAdmin, tiers } = reader;
  return sql<boolean>`((c.id is null or c.kind <> 'deleted' and c.subscription_level = any(${[...tiers]}::tier[])
      and (${isAdmin}::boolean or ${isOut(sql`n.user_id`)}))
    and commented.hidden_at is null and commented.removed_at is null and ${isForReader(reader)})`;
}

/** Whether a reader may read by email what a notice `n` quotes: of a kind whose emails the school has not switched off. */
export function mayMail({ kinds, ...reader }: MailReader): RawBuilder<boolean> {
  return sql<boolean>`(${mayRead(reader)} and n.kind = any(${[...kinds]}::text[]))`;
}
