import type { EditPost } from '#contract/courses/posts';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { loadEditPost } from './load-edit-post.ts';

/** A post as its form needs it. Fails with POST_NOT_FOUND. */
export async function getEditPost(
  { db }: Services,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<EditPost> {
  authorise(canAdminister(viewer));
  const post = await loadEditPost(db.kysely, id);
  if (!post) throw new Failure('POST_NOT_FOUND');
  return post;
}
