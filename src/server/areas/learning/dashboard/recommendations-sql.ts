import type { Level } from '#domain/courses/vocabulary';
import type { Tier } from '#domain/tiers';
import type { Db } from '#server/db/client';
import { prepared } from '#server/db/prepared';

export interface RecommendationRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly level: Level;
  readonly thumbnail: string;
  readonly minutes: number;
  readonly sections: number;
  readonly categories: { id: string; name: string; slug: string }[];
  readonly because: { title: string; finished: boolean } | null;
}

/** What a list shows. */
const SHOWN = 3;
const CATEGORIES = 'array(select category_id from course_categories where course_id = c.id)';

// $1 the person, $2 the tiers it may open. Only the newest of each tier are looked at, and only what is shown is read whole.
// Three rows of tiers whoever asks: one plan is good for all. The offset keeps a score from being reckoned twice.
const recommended = prepared<RecommendationRow>(`
  with own as materialized (
    select c.id, c.title, c.level, c.tags, ${CATEGORIES} as categories, e.completed_at is not null as finished
    from enrolments e join courses c on c.id = e.course_id and c.kind = 'course' and c.open_to <> 'nobody'
    where e.user_id = $1 order by e.last_used_at desc limit 10),
  others as materialized (
    select o.id as own_id, x.course_id, count(*)::int as takers
    from own o cross join lateral (
      select user_id from enrolments where course_id = o.id and user_id <> $1 order by user_id limit 40) who
    join enrolments x on x.user_id = who.user_id group by o.id, x.course_id),
  candidate as materialized (
    select c.*, ${CATEGORIES} as categories
    from (values (($2::tier[])[1]), (($2::tier[])[2]), (($2::tier[])[3])) t (tier) cross join lateral (
      select id, level, tags, published_at from courses
      where subscription_level = t.tier and kind = 'course' and is_listed
        and not exists (select from enrolments e where e.user_id = $1 and e.course_id = courses.id)
      order by published_at desc, id desc limit 500) c
    order by c.published_at desc, c.id desc limit 500),
  scored as (
    select distinct on (c.id) c.id, c.published_at, o.title, o.finished, coalesce(near.score, 0) as score
    from candidate c left join own o on true left join others x on x.own_id = o.id and x.course_id = c.id
    cross join lateral (select 3 * (select count(*) from unnest(c.categories) k where k = any(o.categories))
      + 2 * (select count(*) from unnest(c.tags) k where k = any(o.tags))
      + case when c.level >= o.level then 1 else 0 end + least(3, coalesce(x.takers, 0)) as score offset 0) near
    order by c.id, near.score desc, o.finished desc),
  best as materialized (select * from scored order by score desc, published_at desc, id limit ${SHOWN})
  select c.id, c.slug, c.title, c.level, cover_shown(c.thumbnail) as thumbnail,
    (select coalesce(sum(s.minutes), 0)::int from course_content s where s.course_id = c.id) as minutes,
    (select count(*)::int from course_content s where s.course_id = c.id) as sections,
    coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'slug', k.slug) order by cc.position)
      from course_categories cc join categories k on k.id = cc.category_id where cc.course_id = c.id), '[]') as categories,
    case when best.score > 1 then jsonb_build_object('title', best.title, 'finished', best.finished) end as because
  from best join courses c on c.id = best.id
  order by best.score desc, best.published_at desc, best.id`);

/**
 * Courses that somebody may open and does not study, best first: those that share categories, tags and level with the own
 * courses used last, and that others of these courses take, too. Who studies nothing gets the newest.
 */
export async function selectRecommended(
  { pool }: Db,
  { tiers, userId }: { userId: string; tiers: readonly Tier[] },
): Promise<RecommendationRow[]> {
  return await recommended(pool, [userId, tiers]);
}
