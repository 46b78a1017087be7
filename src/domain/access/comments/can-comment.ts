import { type CourseFacts, canTakePart } from '../content/can-open-course.ts';
import type { Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';

/** May this viewer write under a course or post of this tier? Who is signed in and may open it (spec sections 5 and 6). */
export function canComment(viewer: Viewer, course: CourseFacts): Decision {
  return canTakePart(viewer, course);
}
