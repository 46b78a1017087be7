import type { TierCourses } from '#contract/administration/plans';
import { TIERS } from '#domain/tiers';
import type { Services } from '#server/services';
import { selectTierCourses } from './tier-courses-sql.ts';

const MAX_NAMED = 60;

/** The courses by name that each tier adds to those below it. Open to everybody. */
export async function listTierCourses({ db }: Services): Promise<TierCourses[]> {
  const rows = await selectTierCourses(db.kysely, MAX_NAMED);
  return TIERS.map((tier) => {
    const own = rows.filter(({ subscriptionLevel }) => subscriptionLevel === tier);
    return { tier, total: own[0]?.total ?? 0, courses: own.map(({ total, ...course }) => course) };
  });
}
