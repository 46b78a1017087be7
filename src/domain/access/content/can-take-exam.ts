import type { Tier } from '../../tiers.ts';
import type { Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { canOpenCourse } from './can-open-course.ts';

/** May this viewer take an exam of a course of this tier? Who is signed in and may open the course. */
export function canTakeExam(viewer: Viewer, course: { readonly subscriptionLevel: Tier }): Decision {
  if (viewer.kind === 'visitor') return { allowed: false, reason: 'sign-in-required' };
  return canOpenCourse(viewer, course);
}
