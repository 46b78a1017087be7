import type { Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { type CourseFacts, canTakePart } from './can-open-course.ts';

/** May this viewer take an exam of a course of this tier? Who is signed in and may open the course. */
export function canTakeExam(viewer: Viewer, course: CourseFacts): Decision {
  return canTakePart(viewer, course);
}
