import type { Transaction } from 'kysely';
import { coursePath } from '#domain/courses/paths';
import { cut } from '#domain/cut';
import { announce } from '#server/db/announce';
import type { DB } from '#server/db/types';

interface Published {
  readonly kind?: 'course' | 'post';
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
}

/** Tells the followers of its categories of a new course, each of them only if they may open it. */
export async function announceCourse(trx: Transaction<DB>, course: Published): Promise<void> {
  const { description, id, kind = 'course', slug, title } = course;
  await announce(trx, {
    kind: 'course-published',
    eventKey: `course-published:${id}`,
    to: { followersOf: id },
    link: coursePath({ id, kind, slug }),
    props: { title, description: cut(description, 500) },
  });
}
