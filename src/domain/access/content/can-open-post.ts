import type { Tier } from '../../tiers.ts';
import type { Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { canOpenCourse } from './can-open-course.ts';

export interface Post {
  readonly subscriptionLevel: Tier;
  /** Null: a draft. */
  readonly publishedAt: Date | null;
}

/** Whether a post is there for this viewer at all: drafts and what is scheduled are only for administrators. */
export function isPostVisible(viewer: Viewer, { publishedAt }: Post, now: Date): boolean {
  if (viewer.kind === 'member' && viewer.isAdmin) return true;
  return publishedAt !== null && publishedAt <= now;
}

/** May this viewer read a post of this tier (spec section 2: free is open to everyone)? */
export function canOpenPost(viewer: Viewer, post: Post): Decision {
  return canOpenCourse(viewer, post);
}
