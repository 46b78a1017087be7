import type { CourseFacts } from '#domain/access/content/can-open-course';
import type { OpenTo } from '#domain/courses/life-cycle';
import type { Tier } from '#domain/tiers';

/** What decides whether somebody may open a course, of a row that says whether they study it. */
export function factsOf(row: {
  readonly subscription_level: Tier;
  readonly open_to: OpenTo;
  readonly enrolled: boolean;
}): CourseFacts {
  return { subscriptionLevel: row.subscription_level, openTo: row.open_to, enrolled: row.enrolled };
}
