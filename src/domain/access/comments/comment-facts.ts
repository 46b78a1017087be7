import type { CourseFacts } from '../content/can-open-course.ts';

/** What the rules about one comment need to know of it, and of the course or post it stands under. */
export interface CommentFacts extends CourseFacts {
  /** Null when the account of its author is gone. */
  readonly authorId: string | null;
  readonly isHidden: boolean;
}
