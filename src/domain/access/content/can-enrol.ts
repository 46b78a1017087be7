import type { Tier } from '../../tiers.ts';
import type { Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { canOpenCourse } from './can-open-course.ts';

/** May this viewer study a course of this tier, so that progress is kept? Who is signed in and may open it. */
export function canEnrol(viewer: Viewer, course: { readonly subscriptionLevel: Tier }): Decision {
  if (viewer.kind === 'visitor') return { allowed: false, reason: 'sign-in-required' };
  return canOpenCourse(viewer, course);
}
