import type { Conversation } from '#contract/courses/comments';
import { canOpenCourse } from '#domain/access/content/can-open-course';
import { courseFacts } from '#server/areas/courses/catalogue/course-facts';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { showComment } from './show-comment.ts';
import { type CommentRow, cursorOf, selectConversations, selectPlace } from './sql.ts';

const PAGE_SIZE = 30;
const REPLIES = 50;

interface Page {
  readonly items: Conversation[];
  readonly next: string | null;
  readonly total: number | null;
}

/**
 * The comments of a course or post, oldest first, replies with the comment they answer. Whoever may not open the course
 * is told why instead: COURSE_NOT_FOUND, SIGN_IN_REQUIRED or TIER_REQUIRED.
 */
export async function listComments(
  { db }: Services,
  { viewer }: Caller,
  { after, courseId }: { courseId: string; after?: string | undefined },
): Promise<Page> {
  const place = await selectPlace(db, { courseId, parentId: null });
  if (!place) throw new Failure('COURSE_NOT_FOUND');
  authorise(canOpenCourse(viewer, await courseFacts(db.kysely, viewer, place)));
  const rows = await selectConversations(db.kysely, {
    courseId,
    after,
    limit: PAGE_SIZE + 1,
    replies: REPLIES + 1,
  });
  const all = grouped(rows);
  const shown = all.slice(0, PAGE_SIZE);
  return {
    items: shown.map(({ replies, root }) => ({
      ...showComment(viewer, root),
      replies: replies.slice(0, REPLIES).map((row) => showComment(viewer, row)),
      moreReplies: replies.length > REPLIES ? cursorOf(replies[REPLIES - 1] ?? root) : null,
    })),
    next: all.length > PAGE_SIZE ? cursorOf(shown[PAGE_SIZE - 1]?.root ?? { id: '', made: '' }) : null,
    total: after === undefined ? (rows[0]?.total ?? 0) : null,
  };
}

/** Each conversation with its replies; the rows come in that order. */
function grouped(rows: readonly CommentRow[]) {
  const groups: { root: CommentRow; replies: CommentRow[] }[] = [];
  for (const row of rows) {
    if (row.parent_id === null) groups.push({ root: row, replies: [] });
    else groups.at(-1)?.replies.push(row);
  }
  return groups;
}
