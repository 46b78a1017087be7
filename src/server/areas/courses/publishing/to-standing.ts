import type { Standing } from '#contract/courses/publishing';
import type { Reader } from '#server/db/client';
import { type StandingRow, selectAffected } from './publishing-sql.ts';

/** Where a course or post stands, with what a change of it would affect. */
export async function toStanding(db: Reader, row: StandingRow): Promise<Standing> {
  return {
    id: row.id,
    kind: row.kind,
    slug: row.slug,
    state: row.state,
    publishAt: row.publish_at?.toISOString() ?? null,
    publishedAt: row.published_at?.toISOString() ?? null,
    keepsAccess: row.keeps_access,
    ...(await selectAffected(db, row.id)),
  };
}
