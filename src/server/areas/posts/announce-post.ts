import type { Transaction } from 'kysely';
import type { EditPost } from '#contract/courses/posts';
import { coursePath } from '#domain/courses/paths';
import { announce } from '#server/db/announce';
import type { DB } from '#server/db/types';

/** Tells the followers of its categories of a post, once, when it is published. */
export async function announcePost(trx: Transaction<DB>, post: EditPost): Promise<void> {
  const { description, id, publishedAt, title } = post;
  // What had not been told yet is told by the time that holds now.
  await trx
    .deleteFrom('notice_events')
    .where('event_key', '=', `course-published:${id}`)
    .where('delivered_at', 'is', null)
    .execute();
  if (publishedAt === null) return;
  await announce(trx, {
    kind: 'course-published',
    eventKey: `course-published:${id}`,
    to: { followersOf: id },
    link: coursePath({ id, kind: 'post', slug: post.slug }),
    props: { title, description: description.slice(0, 500) },
    dueAt: new Date(publishedAt),
  });
}
