import type { Recommendation } from '#contract/courses/learning';
import { audienceTier } from '#domain/access/content/audience-tier';
import { tiersUpTo } from '#domain/tiers';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import type { Caller, Services } from '#server/services';
import { selectRecommended } from './recommendations-sql.ts';

/** Courses that follow from those the caller studies, each with the reason. */
export async function recommendCourses({ db }: Services, caller: Caller): Promise<Recommendation[]> {
  const tiers = tiersUpTo(audienceTier(caller.viewer));
  return selectRecommended(db, { tiers, userId: signedIn(caller).userId });
}
