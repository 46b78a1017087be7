import { sql } from 'kysely';
import type { Category } from '#contract/courses/categories';
import { stemOf } from '#domain/courses/slug';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';

/** All categories with how many courses of these tiers each holds, by name. */
export async function selectCategories(db: Reader, tiers: readonly Tier[]): Promise<Category[]> {
  const { rows } = await sql<Category>`
    select k.id, k.name, k.slug, k.description, count(c.id)::int as courses
    from categories k
    left join course_categories cc on cc.category_id = k.id
    left join courses c on c.id = cc.course_id and c.kind = 'course' and c.is_listed and c.subscription_level = any(${[...tiers]}::tier[])
    group by k.id order by lower(k.name), k.id`.execute(db);
  return rows;
}

export function selectCategory(db: Reader, id: string) {
  return db
    .selectFrom('categories')
    .select(['id', 'name', 'slug', 'description'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function selectSlugs(db: Reader, stem: string): Promise<Set<string>> {
  const like = `${stemOf(stem)}%`;
  const rows = await db.selectFrom('categories').select('slug').where('slug', 'like', like).execute();
  return new Set(rows.map(({ slug }) => slug));
}

/** The courses and posts of a category, also those in the trash: restored, they need it again. */
export async function selectCoursesOf(db: Reader, categoryId: string) {
  const { rows } = await sql<{ id: string; title: string; inTrash: boolean }>`
    select c.id, c.title, c.kind = 'deleted' as "inTrash"
    from course_categories cc join courses c on c.id = cc.course_id
    where cc.category_id = ${categoryId} order by "inTrash", c.title limit 20`.execute(db);
  return rows;
}

/** How many courses a category holds. */
export async function countCourses(db: Reader, categoryId: string): Promise<number> {
  const { rows } = await sql<{ courses: number }>`
    select count(*)::int as courses from course_categories cc
    join courses c on c.id = cc.course_id and c.kind = 'course' where cc.category_id = ${categoryId}`.execute(
    db,
  );
  return rows[0]?.courses ?? 0;
}

/** The category of this name, in whatever case it is written. */
export async function selectByName(db: Reader, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('categories')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
  return row?.id;
}
