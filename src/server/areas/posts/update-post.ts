import type { EditPost, PostForm } from '#contract/courses/posts';
import { canAdminister } from '#domain/access/can-administer';
import { updateCourse } from '#server/areas/courses/editing/update-course';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';

type Input = PostForm & { readonly id: string; readonly version: number };

/** Saves a post as courses are saved. Fails with VERSION_CONFLICT and the present post when somebody else saved meanwhile. */
export async function updatePost(services: Services, caller: Caller, input: Input): Promise<EditPost> {
  authorise(canAdminister(caller.viewer));
  return updateCourse(services, caller, input, 'post');
}
