import type { Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { type CourseFacts, canTakePart } from './can-open-course.ts';

/** May this viewer study a course of this tier, so that progress is kept? Who is signed in and may open it. */
export function canEnrol(viewer: Viewer, course: CourseFacts): Decision {
  return canTakePart(viewer, course);
}
