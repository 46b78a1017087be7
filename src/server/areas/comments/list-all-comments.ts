import type { ListedComment } from '#contract/courses/comments';
import { canHideComment } from '#domain/access/comments/can-hide-comment';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { courseOf, selectAll } from './queue-sql.ts';
import { showComment } from './show-comment.ts';
import { cursorOf } from './sql.ts';

const PAGE_SIZE = 50;

interface Query {
  readonly q: string;
  readonly state?: 'active' | 'hidden' | undefined;
  readonly after?: string | undefined;
}

/** All comments of the school, newest first, found by text or author. For administrators. */
export async function listAllComments(
  { db }: Services,
  { viewer }: Caller,
  { after, q, state }: Query,
): Promise<{ items: ListedComment[]; next: string | null }> {
  authorise(canHideComment(viewer));
  const rows = await selectAll(db.kysely, { after, contains: q, state, limit: PAGE_SIZE + 1 });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => ({
      comment: showComment(viewer, row),
      course: courseOf(row),
      reports: row.reports,
    })),
    next: last ? cursorOf(last) : null,
  };
}
