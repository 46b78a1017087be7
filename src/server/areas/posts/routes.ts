import { fromReplica } from '#server/from-replica';
import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { createPost } from './create-post.ts';
import { createFeedAddress, feedAddress, removeFeedAddress } from './feed-address.ts';
import { getEditPost } from './get-edit-post.ts';
import { getPost } from './get-post.ts';
import { listAllPosts } from './list-all-posts.ts';
import { listPosts } from './list-posts.ts';
import { removePost } from './remove-post.ts';
import { restorePost } from './restore-post.ts';
import { updatePost } from './update-post.ts';

export function postsRoutes({ posts: os }: Implementer, services: Services) {
  return {
    list: os.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listPosts(reading, context.caller, input)),
    ),
    get: os.get.handler(({ context, input }) => getPost(services, context.caller, input)),
    feedAddress: os.feedAddress.handler(({ context }) => feedAddress(services, context.caller)),
    createFeedAddress: os.createFeedAddress.handler(({ context }) =>
      createFeedAddress(services, context.caller),
    ),
    removeFeedAddress: os.removeFeedAddress.handler(({ context }) =>
      removeFeedAddress(services, context.caller),
    ),
    adminList: os.adminList.handler(({ context, input }) =>
      fromReplica(services, (reading) => listAllPosts(reading, context.caller, input)),
    ),
    adminGet: os.adminGet.handler(({ context, input }) => getEditPost(services, context.caller, input)),
    create: os.create.handler(({ context, input }) => createPost(services, context.caller, input)),
    update: os.update.handler(({ context, input }) => updatePost(services, context.caller, input)),
    remove: os.remove.handler(({ context, input }) => removePost(services, context.caller, input)),
    restore: os.restore.handler(({ context, input }) => restorePost(services, context.caller, input)),
  };
}
