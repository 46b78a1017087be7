import { type CourseFacts, canTakePart } from '../content/can-open-course.ts';
import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';

/** How far somebody got in a course. */
export interface Participation {
  /** Now, or before leaving the course. */
  readonly hasEnrolled: boolean;
  readonly sectionsDone: number;
}

/** May this viewer review a course? Who may open it, has enrolled, and has completed at least one section. */
export function canReview(viewer: Viewer, course: CourseFacts, part: Participation): Decision {
  const takesPart = canTakePart(viewer, course);
  if (!takesPart.allowed) return takesPart;
  return part.hasEnrolled && part.sectionsDone > 0 ? ALLOWED : { allowed: false, reason: 'section-required' };
}
