import { sql } from 'kysely';
import { RENEWAL_DAYS } from '#domain/certificates/certificate-state';
import type { Accommodation } from '#domain/exams/accommodate';
import type { Tier } from '#domain/tiers';
import { dueCertificates, examCertificates } from '#server/areas/certificates/sql';
import { batchedBy } from '#server/db/batched';
import type { Db, Reader } from '#server/db/client';
import { prepared } from '#server/db/prepared';
import { ENROLMENT_COLUMNS, ENROLMENT_COUNTS } from '../sql.ts';

interface Place {
  readonly slug: string;
  readonly course: string;
  readonly key: string;
  readonly title: string;
}

export interface DashboardRow {
  readonly courses: readonly {
    id: string;
    slug: string;
    title: string;
    thumbnail: string;
    category: string | null;
    subscription_level: Tier;
    completed_at: string | null;
    last_used_at: string;
    done: number;
    total: number;
    next: { key: string; title: string } | null;
  }[];
  readonly due: readonly { id: string; title: string }[];
  readonly running: readonly (Place & { until: string | null })[];
  readonly dated: readonly (Place & {
    isExam: boolean;
    enrolledAt: string;
    opensAt: string | null;
    opensAfterDays: number | null;
    begun: boolean;
    examOpensAt: string | null;
    examClosesAt: string | null;
    attempts: number | null;
    wait: number | null;
    taken: readonly { submittedAt: string | null; isSettled: boolean }[];
    certificates: readonly {
      issuedAt: string;
      expiresAt: string | null;
      revokedAt: string | null;
      replacedFor: 'renewal' | 'name' | null;
    }[];
    granted: readonly Accommodation[];
  })[];
  readonly ending: readonly { id: string; title: string; at: string; certificate: boolean }[];
  readonly added: readonly {
    id: string;
    slug: string;
    course: string;
    at: string;
    count: number;
    first: { key: string; title: string };
  }[];
  readonly published: readonly {
    id: string;
    kind: 'course' | 'post';
    slug: string;
    title: string;
    at: string;
    category: string | null;
  }[];
  /** The next moment at which a date makes something else of it; null: there is none. */
  readonly turns_at: Date | null;
}
/** What saving progress can change of it. */
export type UsedRow = Pick<DashboardRow, 'courses' | 'added'>;

const list = (query: string) => `(select coalesce(json_agg(x), '[]') from (${query}) x)`;

// What is left of a list follows when the first of it were done or seen.
const OWN = `
  select e.*, c.slug, c.title, c.thumbnail, c.subscription_level, c.certificate,
    c.subscription_level = any(asked.tiers) as reached,
    c.prerequisite_id is null or not exists (select from course_prerequisites q where q.course_id = c.id and not exists (
      select from enrolments x where x.user_id = asked.user_id and x.course_id = q.prerequisite_id and x.completed_at is not null)) as begins
  from enrolments e join courses c on c.id = e.course_id where e.user_id = asked.user_id and e.left_at is null
    and c.open_to <> 'nobody'`;

const COURSES = `
  select e.course_id as id, e.slug, e.title, cover_shown(e.thumbnail) as thumbnail, e.subscription_level, e.completed_at, e.last_used_at, ${ENROLMENT_COLUMNS}
  from (select * from own order by completed_at is not null, last_used_at desc, course_id limit 4) e ${ENROLMENT_COUNTS}
  order by e.completed_at is not null, e.last_used_at desc, e.course_id`;

const RUNNING = `
  select o.slug, o.title as course, s.key, s.title, a.deadline_at as until
  from exam_attempts a join course_content s on s.id = a.section_id join own o on o.course_id = s.course_id and o.reached
  where a.user_id = asked.user_id and a.submitted_at is null and (a.deadline_at is null or a.deadline_at > asked.now)
  order by a.deadline_at nulls last limit 5`;

/** Sections with a date, of which the rules decide whether it is told. An exam is read only when one of its dates is soon. */
const DATED = `
  select o.slug, o.title as course, s.key, s.title, s.exam is not null as "isExam", o.enrolled_at as "enrolledAt",
    s.opens_at as "opensAt", s.opens_after_days as "opensAfterDays",
    exists (select from section_progress p where p.user_id = asked.user_id and p.section_id = s.id) as begun,
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
  where greatest(s.opens_at, o.enrolled_at + make_interval(days => s.opens_after_days)) between asked.now and asked.soon
    or s.exam_opens_at::timestamptz between asked.now and asked.soon or s.exam_closes_at::timestamptz between asked.now and asked.soon
    or exists (select from exam_accommodations g where g.user_id = asked.user_id and (g.section_id is null or g.section_id = s.id)
      and (g.opens_at between asked.now and asked.soon or g.closes_at between asked.now and asked.soon))
  limit 50`;

const ENDING = `
  select t.id, t.title, t.expires_at as at, o.certificate
  from certificates t join own o on o.course_id = t.course_id
  where t.user_id = asked.user_id and t.expires_at > asked.now and t.replaced_for is null and t.revoked_at is null
  order by t.expires_at limit 5`;

const ADDED = `
  select o.course_id as id, o.slug, o.title as course, n.at, n.count, n.first
  from own o cross join lateral (
    select max(s.created_at) as at, count(*)::int as count,
      (array_agg(json_build_object('key', s.key, 'title', s.title) order by s.sort_order))[1] as first
    from course_content s where s.course_id = o.course_id and s.created_at > o.seen_at
      and not exists (select from section_progress p where p.user_id = asked.user_id and p.section_id = s.id)
      and coalesce(greatest(s.opens_at, o.enrolled_at + make_interval(days => s.opens_after_days)), asked.now) <= asked.now) n
  where o.reached and o.begins and n.count > 0 order by n.at desc limit 4`;

// The newest of each tier only: who comes back after years is not notified of everything at once. Three rows of tiers whoever
// asks, as many as there are.
const PUBLISHED = `
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

/** What has a date is told from some days before it, until it. */
const TURNS = `
  select min(turn) as turns_at from (
    select d.at from own join course_content s on s.course_id = own.course_id
      cross join lateral (values (greatest(s.opens_at, own.enrolled_at + make_interval(days => s.opens_after_days))),
        (s.exam_opens_at::timestamptz), (s.exam_closes_at::timestamptz)) d (at)
      where s.opens_at is not null or s.opens_after_days is not null or s.exam_opens_at is not null or s.exam_closes_at is not null
    union all
    select d.at from exam_accommodations g cross join lateral (values (g.opens_at), (g.closes_at)) d (at) where g.user_id = asked.user_id
    union all
    select a.deadline_at from exam_attempts a where a.user_id = asked.user_id and a.submitted_at is null
    union all
    select t.expires_at from certificates t where t.user_id = asked.user_id) dates
  cross join lateral (values (at), (at - (asked.soon - asked.now)), (at - make_interval(days => ${RENEWAL_DAYS}))) turns (turn)
  where turn > asked.now`;

const ASKED =
  'jsonb_to_recordset($1::jsonb) as asked (n integer, user_id uuid, now timestamptz, tiers tier[], soon timestamptz)';
// To begin and end a statement of 130 nodes costs as much as what it finds: who asks at the same moment shares it.
export const DASHBOARD = `
  select asked.n, found.* from ${ASKED}
  cross join lateral (
    with own as materialized (${OWN})
    select ${list(COURSES)} as courses, ${list(`${dueCertificates('asked.user_id')} limit 3`)} as due, ${list(RUNNING)} as running,
      ${list(DATED)} as dated, ${list(ENDING)} as ending, ${list(ADDED)} as added, ${list(PUBLISHED)} as published,
      (${TURNS}) as turns_at
    limit 1) found`;
const dashboards = prepared<DashboardRow & { n: number }>(DASHBOARD);
const usedParts = prepared<UsedRow & { n: number }>(`
  select asked.n, found.* from ${ASKED}
  cross join lateral (
    with own as materialized (${OWN})
    select ${list(COURSES)} as courses, ${list(ADDED)} as added
    limit 1) found`);

export interface Asked {
  readonly userId: string;
  readonly now: Date;
  /** What this person may open. */
  readonly tiers: readonly Tier[];
  /** Until when something is soon. */
  readonly soon: Date;
}

/** Everything that a dashboard is made of, in one statement. */
export function selectDashboard(db: Db, asked: Asked): Promise<DashboardRow> {
  return together(db)(asked);
}

/** The parts of a dashboard that saving progress can change. */
export function selectUsed(db: Db, asked: Asked): Promise<UsedRow> {
  return usedTogether(db)(asked);
}

const together = batchedBy((db: Db) => (all: readonly Asked[]) => askFor(db, dashboards, all));
const usedTogether = batchedBy((db: Db) => (all: readonly Asked[]) => askFor(db, usedParts, all));

/** Answers in the order of those who ask. */
async function askFor<Row extends { readonly n: number }>(
  { pool }: Db,
  statement: (target: Db['pool'], values: readonly unknown[]) => Promise<Row[]>,
  all: readonly Asked[],
): Promise<Row[]> {
  const asked = all.map(({ userId, ...rest }, n) => ({ n, user_id: userId, ...rest }));
  const rows = await statement(pool, [JSON.stringify(asked)]);
  const found = new Map(rows.map((row) => [row.n, row]));
  return all.map((_, n) => {
    const row = found.get(n);
    if (!row) throw new Error('the statement of the dashboard answers one row for each who asks');
    return row;
  });
}

/** Notes what a person has seen: of what they study the sections up to `seenAt`, of anything else that it is there. */
export async function updateSeen(
  db: Reader,
  { ids, now, seenAt, userId }: { userId: string; ids: readonly string[]; seenAt: Date; now: Date },
): Promise<void> {
  const wanted = [...ids];
  await sql`
    with studied as (
      update enrolments set seen_at = greatest(seen_at, ${seenAt})
      where user_id = ${userId} and left_at is null and course_id = any(${wanted}::uuid[]) returning course_id)
    insert into seen_news (user_id, course_id, seen_at)
    select ${userId}, c.id, ${now} from courses c
    where c.id = any(${wanted}::uuid[]) and not exists (select from studied where course_id = c.id)
    on conflict do nothing`.execute(db);
}
