import { type CourseFacts, canOpenCourse } from '../content/can-open-course.ts';
import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';

/** May this viewer read the reviews of a course? Whoever finds its page, also while its content is closed to them. */
export function canReadReviews(viewer: Viewer, course: CourseFacts): Decision {
  const opens = canOpenCourse(viewer, course);
  return !opens.allowed && opens.reason === 'not-open' ? opens : ALLOWED;
}
