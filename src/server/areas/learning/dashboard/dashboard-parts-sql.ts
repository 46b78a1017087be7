import { RENEWAL_DAYS } from '#domain/certificates/certificate-state';
import { dueCertificates, examCertificates } from '#server/areas/certificates/sql';
import { ENROLMENT_COLUMNS, ENROLMENT_COUNTS } from '../sql.ts';

/**
 * The parts that the statements of a dashboard (`dashboard-sql.ts`) are put together from. Each reads the row `asked`, which says
 * who asks and when, and most read `own`. Lists are short: what is left of one follows when the first of it were done or seen.
 */

/** The rows of a query as one column. */
export const list = (query: string) => `(select coalesce(json_agg(x), '[]') from (${query}) x)`;

/** When the section `s` opens for this enrolment. A day has 24 hours, whatever the clocks do where the database stands. */
const opening = (enrolment: string) =>
  `greatest(s.opens_at, ${enrolment}.enrolled_at + make_interval(hours => 24 * s.opens_after_days))`;

/** The courses that somebody studies: whether the own tier reaches them, and whether the course before each is completed. */
export const OWN = `
  select e.*, c.slug, c.title, c.thumbnail, c.subscription_level, c.certificate,
    c.subscription_level = any(asked.tiers) as reached,
    c.prerequisite_id is null or not exists (select from course_prerequisites q where q.course_id = c.id and not exists (
      select from enrolments x where x.user_id = asked.user_id and x.course_id = q.prerequisite_id and x.completed_at is not null)) as begins
  from enrolments e join courses c on c.id = e.course_id where e.user_id = asked.user_id and e.left_at is null
    and c.open_to <> 'nobody'`;

/** The courses to resume. `coursesAfter` (`apply-saves.ts`) knows this order and `next` as well. */
export const COURSES = `
  select e.course_id as id, e.slug, e.title, cover_shown(e.thumbnail) as thumbnail, e.subscription_level, e.completed_at, e.last_used_at, ${ENROLMENT_COLUMNS}
  from (select * from own order by completed_at is not null, last_used_at desc, course_id limit 4) e ${ENROLMENT_COUNTS}
  order by e.completed_at is not null, e.last_used_at desc, e.course_id`;

/** Certificates that were earned and are not taken yet. */
export const DUE = `${dueCertificates('asked.user_id')} limit 3`;

/** Exams that somebody is in the middle of. */
export const RUNNING = `
  select o.slug, o.title as course, s.key, s.title, a.deadline_at as until
  from exam_attempts a join course_content s on s.id = a.section_id join own o on o.course_id = s.course_id and o.reached
  where a.user_id = asked.user_id and a.submitted_at is null and (a.deadline_at is null or a.deadline_at > asked.now)
  order by a.deadline_at nulls last limit 5`;

/** Sections with a date, of which the rules decide whether it is told. An exam is read only when one of its dates is soon. */
export const DATED = `
  select o.slug, o.title as course, s.key, s.title, s.exam is not null as "isExam", o.enrolled_at as "enrolledAt",
    s.opens_at as "opensAt", s.opens_after_days as "opensAfterDays",
    exists (select from section_progress p where p.user_id = asked.user_id and p.section_id = s.id) as started,
    s.exam_opens_at as "examOpensAt", s.exam_closes_at as "examClosesAt",
    (s.exam#>>'{settings,attempts}')::int as attempts, (s.exam#>>'{settings,wait}')::int as wait,
    (select coalesce(json_agg(json_build_object('extraPercent', g.extra_percent, 'extraMinutes', g.extra_minutes,
        'extraAttempts', g.extra_attempts, 'opensAt', g.opens_at, 'closesAt', g.closes_at)), '[]')
      from exam_accommodations g where g.user_id = asked.user_id and (g.section_id is null or g.section_id = s.id)) as granted,
    (select coalesce(json_agg(json_build_object('submittedAt', a.submitted_at,
        'isSettled', coalesce(a.passed, false) or a.waiting or a.submitted_at is null)), '[]')
      from exam_attempts a where a.user_id = asked.user_id and a.section_id = s.id) as taken,
    ${list(examCertificates('asked.user_id', 's'))} as certificates
  from (
    select own.course_id, d.id from own join course_content d on d.course_id = own.course_id
      where own.reached and own.begins and (d.opens_at is not null or d.opens_after_days is not null
        or d.exam_opens_at is not null or d.exam_closes_at is not null)
    union
    select own.course_id, d.id from exam_accommodations g join course_content d on d.id = g.section_id
      join own on own.course_id = d.course_id where g.user_id = asked.user_id and own.reached and own.begins) dated
  join own o on o.course_id = dated.course_id join course_content s on s.id = dated.id
  where ${opening('o')} between asked.now and asked.soon
    or s.exam_opens_at::timestamptz between asked.now and asked.soon or s.exam_closes_at::timestamptz between asked.now and asked.soon
    or exists (select from exam_accommodations g where g.user_id = asked.user_id and (g.section_id is null or g.section_id = s.id)
      and (g.opens_at between asked.now and asked.soon or g.closes_at between asked.now and asked.soon))
  order by (select min(t.at) from (
      values (${opening('o')}),
        (s.exam_opens_at::timestamptz), (s.exam_closes_at::timestamptz)
      union all select v.at from exam_accommodations g cross join lateral (values (g.opens_at), (g.closes_at)) v (at)
        where g.user_id = asked.user_id and (g.section_id is null or g.section_id = s.id)) t (at)
      where t.at between asked.now and asked.soon), s.id
  limit 50`;

/** Certificates that expire. */
export const ENDING = `
  select t.id, t.title, t.expires_at as at, o.certificate
  from certificates t join own o on o.course_id = t.course_id
  where t.user_id = asked.user_id and t.expires_at > asked.now and t.replaced_for is null and t.revoked_at is null
  order by t.expires_at limit 5`;

/** Sections that were added to courses since they were seen there. */
export const ADDED = `
  select o.course_id as id, o.slug, o.title as course, n.at, n.count, n.first
  from own o cross join lateral (
    select max(s.created_at) as at, count(*)::int as count,
      (array_agg(json_build_object('key', s.key, 'title', s.title) order by s.sort_order))[1] as first
    from course_content s where s.course_id = o.course_id and s.created_at > o.seen_at
      and not exists (select from section_progress p where p.user_id = asked.user_id and p.section_id = s.id)
      and coalesce(${opening('o')}, asked.now) <= asked.now) n
  where o.reached and o.begins and n.count > 0 order by n.at desc limit 4`;

/**
 * Courses and posts that are new. The newest of each tier only: who comes back after years is not notified of everything at
 * once. Three rows of tiers whoever asks, as many as there are.
 */
export const PUBLISHED = `
  select c.id, c.kind, c.slug, c.title, c.published_at as at, interest.name as category
  from profiles f cross join (values ((asked.tiers)[1]), ((asked.tiers)[2]), ((asked.tiers)[3])) t (tier) cross join lateral (
    select id, kind, slug, title, published_at from courses
    where subscription_level = t.tier and is_listed and published_at > f.news_since
    order by published_at desc, id desc limit 50) c
  left join lateral (
    select k.name from course_categories cc join categories k on k.id = cc.category_id
    where cc.course_id = c.id and c.kind = 'course' and (
      exists (select from followed_categories w where w.user_id = asked.user_id and w.category_id = cc.category_id)
      or exists (select from enrolments e join course_categories b on b.course_id = e.course_id
        where e.user_id = asked.user_id and e.completed_at is not null and b.category_id = cc.category_id))
    order by cc.position limit 1) interest on true
  where f.id = asked.user_id and not exists (select from seen_news w where w.user_id = asked.user_id and w.course_id = c.id)
    and (c.kind = 'post' or interest.name is not null
      and not exists (select from enrolments e where e.user_id = asked.user_id and e.course_id = c.id))
  order by c.published_at desc, c.id limit 4`;

/** The next moment at which a date changes any part: what has a date is told from some days before it, until it. */
export const TURNS = `
  select min(turn) as turns_at from (
    select d.at from own join course_content s on s.course_id = own.course_id
      cross join lateral (values (${opening('own')}),
        (s.exam_opens_at::timestamptz), (s.exam_closes_at::timestamptz)) d (at)
      where s.opens_at is not null or s.opens_after_days is not null or s.exam_opens_at is not null or s.exam_closes_at is not null
    union all
    select d.at from exam_accommodations g cross join lateral (values (g.opens_at), (g.closes_at)) d (at) where g.user_id = asked.user_id
    union all
    select a.deadline_at from exam_attempts a where a.user_id = asked.user_id and a.submitted_at is null
    union all
    select t.expires_at from certificates t where t.user_id = asked.user_id) dates
  cross join lateral (values (at), (at - make_interval(secs => extract(epoch from asked.soon - asked.now))),
    (at - make_interval(hours => 24 * ${RENEWAL_DAYS}))) turns (turn)
  where turn > asked.now`;
