import { tiersUpTo } from '#domain/tiers';
import type { Reader } from '#server/db/client';

/** Courses that everybody may find, the last changed first: also those that a plan opens have a page for everybody. */
export function selectListedCourses(db: Reader, limit: number) {
  return db
    .selectFrom('courses')
    .select(['id', 'kind', 'slug', 'updated_at'])
    .where('kind', '=', 'course')
    .where('is_listed', '=', true)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Authors who have a page for everybody. */
export function selectListedAuthors(db: Reader, limit: number) {
  return db
    .selectFrom('public_authors')
    .select(['slug', 'updated_at'])
    .orderBy('slug')
    .limit(limit)
    .execute();
}

/** Published pages that the school added. */
export function selectListedPages(db: Reader, limit: number) {
  return db
    .selectFrom('custom_pages')
    .select(['slug', 'updated_at'])
    .where('state', '=', 'published')
    .where('deleted_at', 'is', null)
    .orderBy('slug')
    .limit(limit)
    .execute();
}

/** Posts that everybody may read now, the newest first. */
export function selectOpenPosts(db: Reader, limit: number) {
  return db
    .selectFrom('courses')
    .select(['id', 'kind', 'slug', 'updated_at'])
    .where('kind', '=', 'post')
    .where('is_listed', '=', true)
    .where('subscription_level', 'in', tiersUpTo('free'))
    .orderBy('published_at', 'desc')
    .limit(limit)
    .execute();
}
