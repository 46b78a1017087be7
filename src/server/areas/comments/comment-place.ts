import type { OpenTo } from '#domain/courses/life-cycle';
import type { Tier } from '#domain/tiers';

/** Where a comment is to stand. */
export interface CommentPlace {
  readonly id: string;
  readonly subscription_level: Tier;
  readonly open_to: OpenTo;
  readonly title: string;
  /** Where it is read: "/courses/sql-from-scratch". */
  readonly path: string;
  /** The conversation to answer: there, of this course, and no reply itself. */
  readonly is_root: boolean;
  readonly root_author_id: string | null;
}
