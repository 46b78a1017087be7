import type { Category } from '#contract/courses/categories';
import { audienceTier } from '#domain/access/content/audience-tier';
import { tiersUpTo } from '#domain/tiers';
import type { Caller, Services } from '#server/services';
import { selectCategories } from './sql.ts';

/** All categories; each counts only courses that the caller may open. Open to everybody. */
export function listCategories({ db }: Services, { viewer }: Caller): Promise<Category[]> {
  return selectCategories(db.kysely, tiersUpTo(audienceTier(viewer)));
}
