import type { Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { type CourseFacts, canOpenCourse } from './can-open-course.ts';

/** May this viewer study a course of this tier, so that progress is kept? Who is signed in and may open it. */
export function canEnrol(viewer: Viewer, course: CourseFacts): Decision {
  const decision = canOpenCourse(viewer, course);
  if (decision.allowed && viewer.kind === 'visitor') return { allowed: false, reason: 'sign-in-required' };
  return decision;
}
