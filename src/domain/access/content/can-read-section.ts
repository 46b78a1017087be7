import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { type CourseFacts, canOpenCourse } from './can-open-course.ts';

/**
 * May this viewer read one section of a course? A sample is read by everybody for whom the course is there; it opens
 * nothing else of the course, and nothing can be done in it that is kept.
 */
export function canReadSection(
  viewer: Viewer,
  course: CourseFacts,
  section: { isSample: boolean },
): Decision {
  const decision = canOpenCourse(viewer, course);
  const isPlanMissing = !decision.allowed && decision.reason !== 'not-open';
  return isPlanMissing && section.isSample ? ALLOWED : decision;
}
