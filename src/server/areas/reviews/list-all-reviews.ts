import type { ListedReview } from '#contract/courses/reviews';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { fromCursor } from '#server/cursor';
import type { Caller, Services } from '#server/services';
import { hiddenOf, showReview } from './show-review.ts';
import { cursorOf, selectAllReviews } from './sql.ts';

const PAGE_SIZE = 50;

interface Query {
  readonly q: string;
  readonly state?: 'shown' | 'hidden' | undefined;
  readonly after?: string | undefined;
}

/** All reviews of the school, newest first. For administrators. Fails with BAD_INPUT when the cursor is none of ours. */
export async function listAllReviews(
  { db }: Services,
  { viewer }: Caller,
  { after, q, state }: Query,
): Promise<{ items: ListedReview[]; next: string | null }> {
  authorise(canAdminister(viewer));
  const end = after === undefined ? null : fromCursor(after);
  const rows = await selectAllReviews(db.kysely, { after: end, contains: q, state, limit: PAGE_SIZE + 1 });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => ({
      ...showReview(row),
      course: { slug: row.slug, title: row.course_title },
      hidden: hiddenOf(row),
      isRemoved: row.removed_at !== null,
    })),
    next: last ? cursorOf(last) : null,
  };
}
