import { type Kysely, sql } from 'kysely';
import type { PlanCourse } from '#contract/administration/plans';
import type { DB } from '#server/db/types';

/** Of each tier the first courses by title, each with how many the tier has. */
export async function selectTierCourses(
  db: Kysely<DB>,
  limit: number,
): Promise<(PlanCourse & { total: number })[]> {
  const { rows } = await sql<PlanCourse & { total: number }>`
    select c.slug, c.title, c.level, c."subscriptionLevel", cover_shown(c.thumbnail) as thumbnail, c.total,
      (select k.slug from course_categories cc join categories k on k.id = cc.category_id
        where cc.course_id = c.id order by cc.position limit 1) as category
    from (
      select id, slug, title, level, subscription_level as "subscriptionLevel", thumbnail,
        count(*) over (partition by subscription_level)::int as total,
        row_number() over (partition by subscription_level order by lower(title), id) as place
      from courses where kind = 'course' and is_listed) c
    where c.place <= ${limit}
    order by c."subscriptionLevel", c.place`.execute(db);
  return rows;
}
