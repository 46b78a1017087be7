import type { CourseRow } from '#contract/courses/courses';
import { canAdminister } from '#domain/access/can-administer';
import type { CourseState } from '#domain/courses/life-cycle';
import type { Tier } from '#domain/tiers';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectAdminList } from '../sql.ts';

const PAGE_SIZE = 50;

interface Query {
  readonly q: string;
  readonly subscriptionLevel?: Tier | undefined;
  readonly state?: CourseState | undefined;
  readonly page: number;
}

/** Every course, last updated first. */
export async function listAllCourses(
  { db }: Services,
  { viewer }: Caller,
  { page, q, state, subscriptionLevel }: Query,
) {
  authorise(canAdminister(viewer));
  const { rows, total } = await selectAdminList(db.kysely, {
    contains: q,
    tier: subscriptionLevel,
    state,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  const items: CourseRow[] = rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    title: row.title,
    level: row.level,
    subscriptionLevel: row.subscription_level,
    contentItems: row.content_items,
    state: row.state,
    publishAt: row.publish_at?.toISOString() ?? null,
    hasDraft: row.has_draft,
    updatedAt: row.updated_at.toISOString(),
  }));
  return { items, total, page, pageSize: PAGE_SIZE };
}
