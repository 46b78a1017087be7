import type { LockedCourse } from '#contract/courses/course-shapes';
import type { Decision } from '#domain/access/decision';
import type { Level } from '#domain/courses/vocabulary';
import type { Tier } from '#domain/tiers';

export type Refusal = Extract<Decision, { allowed: false }>;

/** All that a request for one of its sections may learn of a course that is closed to somebody. */
export function toLockedCourse(
  { reason }: Refusal,
  course: { slug: string; title: string; level: Level; subscription_level: Tier },
): LockedCourse {
  return {
    access: 'locked',
    reason: reason === 'sign-in-required' ? 'sign-in-required' : 'tier-required',
    slug: course.slug,
    title: course.title,
    level: course.level,
    subscriptionLevel: course.subscription_level,
  };
}
