import type { Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { type CourseFacts, canOpenCourse } from './can-open-course.ts';

/** May this viewer take an exam of a course of this tier? Who is signed in and may open the course. */
export function canTakeExam(viewer: Viewer, course: CourseFacts): Decision {
  const decision = canOpenCourse(viewer, course);
  if (decision.allowed && viewer.kind === 'visitor') return { allowed: false, reason: 'sign-in-required' };
  return decision;
}
