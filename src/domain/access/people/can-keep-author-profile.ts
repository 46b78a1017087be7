import { ALLOWED, type Decision } from '../decision.ts';

/** May somebody say who they are as an author? Administrators may, and whoever was made an author. */
export function canKeepAuthorProfile({ isWriter }: { readonly isWriter: boolean }): Decision {
  return isWriter ? ALLOWED : { allowed: false, reason: 'author-required' };
}
