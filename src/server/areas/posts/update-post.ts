import type { EditPost, PostForm } from '#contract/courses/posts';
import { canAdminister } from '#domain/access/can-administer';
import { updateCourse } from '#server/areas/courses/editing/update-course';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';

type Input = PostForm & {
  readonly id: string;
  readonly version: number;
  readonly draft?: number | undefined;
};

/** Saves a post as courses are saved. Fails as that does. */
export async function updatePost(services: Services, caller: Caller, input: Input): Promise<EditPost> {
  authorise(canAdminister(caller.viewer));
  return updateCourse(services, caller, input, 'post');
}
