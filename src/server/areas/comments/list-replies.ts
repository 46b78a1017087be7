import type { Comment } from '#contract/courses/comments';
import { canOpenCourse } from '#domain/access/content/can-open-course';
import { courseFacts } from '#server/areas/courses/catalogue/course-facts';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { showComment } from './show-comment.ts';
import { cursorOf, selectCommentPlace, selectReplies } from './sql.ts';

const PAGE_SIZE = 50;

/** The replies to a comment, oldest first; of a removed one too, which is still there for their sake. */
export async function listReplies(
  { db }: Services,
  { viewer }: Caller,
  { after, id }: { id: string; after?: string | undefined },
): Promise<{ items: Comment[]; next: string | null }> {
  const place = await selectCommentPlace(db.kysely, id);
  if (!place) throw new Failure('COMMENT_NOT_FOUND');
  authorise(canOpenCourse(viewer, await courseFacts(db.kysely, viewer, place)), 'COMMENT_NOT_FOUND');
  const rows = await selectReplies(db.kysely, { parentId: id, after, limit: PAGE_SIZE + 1 });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return { items: shown.map((row) => showComment(viewer, row)), next: last ? cursorOf(last) : null };
}
