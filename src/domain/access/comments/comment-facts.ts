import type { Tier } from '../../tiers.ts';

/** What the rules about one comment need to know of it. */
export interface CommentFacts {
  /** Null when the account of its author is gone. */
  readonly authorId: string | null;
  readonly isHidden: boolean;
  /** Of the course or post it stands under. */
  readonly subscriptionLevel: Tier;
}
