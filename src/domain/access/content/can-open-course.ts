import type { OpenTo } from '../../courses/life-cycle.ts';
import { type Tier, tierReaches } from '../../tiers.ts';
import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { audienceTier } from './audience-tier.ts';

/** What decides who may open a course or post. */
export interface CourseFacts {
  readonly subscriptionLevel: Tier;
  readonly openTo: OpenTo;
  /** Whether the viewer studies it. */
  readonly enrolled: boolean;
}

/**
 * May this viewer read the sections of a course, or the text of a post? What is not open does not exist for others than
 * administrators; above the own tier a visitor is asked to sign in first (spec section 9).
 */
export function canOpenCourse(viewer: Viewer, course: CourseFacts): Decision {
  if (!isThere(viewer, course)) return { allowed: false, reason: 'not-open' };
  if (tierReaches(audienceTier(viewer), course.subscriptionLevel)) return ALLOWED;
  if (viewer.kind === 'visitor') return { allowed: false, reason: 'sign-in-required' };
  return { allowed: false, reason: 'tier-required', tier: course.subscriptionLevel };
}

/** May this viewer do something of their own in it, which is kept for them? Who is signed in and may open it. */
export function canTakePart(viewer: Viewer, course: CourseFacts): Decision {
  const decision = canOpenCourse(viewer, course);
  if (decision.allowed && viewer.kind === 'visitor') return { allowed: false, reason: 'sign-in-required' };
  return decision;
}

function isThere(viewer: Viewer, { enrolled, openTo }: CourseFacts): boolean {
  if (openTo === 'everyone') return true;
  if (viewer.kind === 'visitor') return false;
  return viewer.isAdmin || (openTo === 'learners' && enrolled);
}
