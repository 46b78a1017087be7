import { sql, type Transaction } from 'kysely';
import { stemOf } from '#domain/courses/slug';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

/** Whom the course or post `c` names, as its readers see them. */
export const NAMED_AUTHORS = sql`
  coalesce((select jsonb_agg(jsonb_build_object('name', m.name, 'avatar', coalesce(nullif(w.picture, ''), m.avatar_url),
      'slug', a.slug) order by n.position)
    from course_authors n left join members m on m.id = n.user_id left join public_authors a on a.user_id = n.user_id
      left join authors w on w.user_id = n.user_id
    where n.course_id = c.id), '[]') as named_authors`;

/** The ids of the authors of the course or post `c`, in their order; a deleted account has none. */
export const AUTHOR_IDS = sql`
  coalesce((select jsonb_agg(n.user_id order by n.position) from course_authors n
    where n.course_id = c.id and n.user_id is not null), '[]') as authors`;

/** The slugs of the authors of the course or post `c`, in their order. */
export const AUTHOR_SLUGS = sql`
  coalesce((select jsonb_agg(a.slug order by n.position) from course_authors n join authors a on a.user_id = n.user_id
    where n.course_id = c.id), '[]') as author_slugs`;

export async function selectAuthorIds(db: Reader, courseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('course_authors')
    .select('user_id')
    .where('course_id', '=', courseId)
    .orderBy('position')
    .execute();
  return rows.flatMap(({ user_id }) => user_id ?? []);
}

/** Those of these people whom a course or post may name. */
export function selectWriters(db: Reader, ids: readonly string[]) {
  return db.selectFrom('writers').select(['user_id', 'name', 'slug']).where('user_id', 'in', ids).execute();
}

/** The people behind these slugs. */
export async function selectIdsBySlug(db: Reader, slugs: readonly string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom('authors')
    .select(['user_id', 'slug'])
    .where('slug', 'in', slugs)
    .execute();
  return new Map(rows.map(({ slug, user_id }) => [slug, user_id]));
}

/** Slugs of authors that are taken and begin like this one, or like its stem. */
export async function selectTakenAuthorSlugs(db: Reader, slug: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('authors')
    .select('slug')
    .where('slug', 'like', `${stemOf(slug)}%`)
    .execute();
  return new Set(rows.map((row) => row.slug));
}

/** Answers false where the slug was taken meanwhile, or the person has a profile. */
export async function insertAuthor(
  trx: Transaction<DB>,
  author: { readonly user_id: string; readonly slug: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('authors')
    .values(author)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function replaceAuthors(
  trx: Transaction<DB>,
  courseId: string,
  ids: readonly string[],
): Promise<void> {
  await trx.deleteFrom('course_authors').where('course_id', '=', courseId).execute();
  const values = ids.map((user_id, position) => ({ course_id: courseId, position, user_id }));
  if (values.length > 0) await trx.insertInto('course_authors').values(values).execute();
}
