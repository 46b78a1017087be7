import { tiersUpTo } from '#domain/tiers';
import type { Reader } from '#server/db/client';

/** What everybody may know of the listed courses, the last changed first. */
export function selectCourseWords(db: Reader, limit: number) {
  return db
    .selectFrom('courses')
    .select(['id', 'kind', 'slug', 'title', 'description'])
    .where('kind', '=', 'course')
    .where('is_listed', '=', true)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The same of posts that everybody may read now, the newest first. */
export function selectPostWords(db: Reader, limit: number) {
  return db
    .selectFrom('courses')
    .select(['id', 'kind', 'slug', 'title', 'description'])
    .where('kind', '=', 'post')
    .where('is_listed', '=', true)
    .where('subscription_level', 'in', tiersUpTo('free'))
    .orderBy('published_at', 'desc')
    .limit(limit)
    .execute();
}
