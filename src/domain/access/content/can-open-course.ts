import { type Tier, tierReaches } from '../../tiers.ts';
import { ALLOWED, type Decision } from '../decision.ts';
import type { Viewer } from '../viewer.ts';
import { audienceTier } from './audience-tier.ts';

/** May this viewer read the sections of a course of this tier? A visitor is asked to sign in first (spec section 9). */
export function canOpenCourse(viewer: Viewer, course: { readonly subscriptionLevel: Tier }): Decision {
  if (tierReaches(audienceTier(viewer), course.subscriptionLevel)) return ALLOWED;
  if (viewer.kind === 'visitor') return { allowed: false, reason: 'sign-in-required' };
  return { allowed: false, reason: 'tier-required', tier: course.subscriptionLevel };
}
