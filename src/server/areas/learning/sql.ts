import { sql, type Transaction } from 'kysely';
import type { OpenTo } from '#domain/courses/life-cycle';
import type { SectionOrder } from '#domain/learning/section-lock';
import type { Tier } from '#domain/tiers';
import type { SectionRow } from '#server/areas/courses/sql';
import type { Db, Reader } from '#server/db/client';
import { DECIDER, type Decider, TAKEN_AWAY } from '#server/db/complete-course';
import { prepared } from '#server/db/prepared';
import type { DB } from '#server/db/types';

export interface ProgressRow {
  readonly subscription_level: Tier;
  readonly open_to: OpenTo;
  readonly section_order: SectionOrder;
  /** The course that must be completed first. */
  readonly prerequisite: { slug: string; title: string; done: boolean } | null;
  readonly enrolled: boolean;
  readonly enrolled_at: Date | null;
  readonly completed_at: Date | null;
  readonly last_key: string | null;
  /** The outline with what was done, in order. */
  readonly sections: readonly {
    id: string;
    key: string;
    title: string;
    counts: boolean;
    opens_at: string | null;
    opens_after_days: number | null;
    started: boolean;
    done: boolean;
    position: number;
    /** Added since this learner last saw the outline. */
    added: boolean;
    /** A lab whose checks decide. */
    has_checks: boolean;
  }[];
}

/** A course with how far somebody is in it, in one statement; nothing when there is no such course. */
export async function selectProgress(
  db: Reader,
  userId: string,
  courseId: string,
): Promise<ProgressRow | undefined> {
  const { rows } = await sql<ProgressRow>`
    select c.subscription_level, c.open_to, c.section_order, e.user_id is not null and e.left_at is null as enrolled, e.enrolled_at, e.completed_at,
      (select jsonb_build_object('slug', q.slug, 'title', q.title, 'done', exists (select from enrolments x
          where x.user_id = ${userId} and x.course_id = q.prerequisite_id and x.completed_at is not null))
        from course_prerequisites q where q.course_id = c.id) as prerequisite,
      (select key from course_content where id = e.last_section_id) as last_key,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'key', s.key, 'title', s.title,
          'opens_at', s.opens_at, 'opens_after_days', s.opens_after_days, 'counts', s.counts, 'started', p.user_id is not null,
          'done', p.done_at is not null, 'position', coalesce(p.position, 0),
          'added', e.left_at is null and s.created_at > e.seen_at,
          'has_checks', exists (select from current_labs l where l.section_id = s.id)) order by s.sort_order), '[]')
        from course_content s left join section_progress p on p.user_id = ${userId} and p.section_id = s.id
        where s.course_id = c.id) as sections
    from courses c left join enrolments e on e.user_id = ${userId} and e.course_id = c.id
    where c.id = ${courseId} and c.kind = 'course'`.execute(db);
  return rows[0];
}

/** A section of a course with its content. Whether somebody may read it is decided before. */
export async function selectSectionByKey(db: Reader, courseId: string, key: string) {
  const { rows } = await sql<Omit<SectionRow, 'exam' | 'content' | 'chapter' | 'sample'>>`
    select id, key, title, content_html, type, section_type, video_url, captions_url, minutes, required, opens_at,
      opens_after_days, sort_order
    from course_content where course_id = ${courseId} and key = ${key}`.execute(db);
  return rows[0];
}

export interface MyCourseRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly thumbnail: string;
  readonly category: string | null;
  readonly subscription_level: Tier;
  readonly open_to: OpenTo;
  readonly completed_at: Date | null;
  readonly last_used_at: Date;
  readonly done: number;
  readonly total: number;
  readonly next: { key: string; title: string } | null;
}

/** What a list shows of an enrolment `e`: the category for the cover, the section to go on with, and how many are done. */
export const ENROLMENT_COLUMNS = `
    (select k.slug from course_categories cc join categories k on k.id = cc.category_id
      where cc.course_id = e.course_id order by cc.position limit 1) as category, n.next, n.done, n.total`;
/** Its sections, each read once. */
export const ENROLMENT_COUNTS = `
  cross join lateral (
    select count(p.done_at) filter (where s.counts)::int as done, count(*) filter (where s.counts)::int as total,
      (array_agg(json_build_object('key', s.key, 'title', s.title)
        order by p.done_at is not null, s.id is distinct from e.last_section_id, s.sort_order)
        filter (where p.done_at is null or s.id = e.last_section_id))[1] as next
    from course_content s left join section_progress p
      on p.user_id = e.user_id and p.course_id = s.course_id and p.section_id = s.id
    where s.course_id = e.course_id) n`;

const myCourses = prepared<MyCourseRow>(`
  select c.id, c.slug, c.title, cover_shown(c.thumbnail) as thumbnail, c.subscription_level, c.open_to, e.completed_at, e.last_used_at, ${ENROLMENT_COLUMNS}
  from enrolments e join courses c on c.id = e.course_id ${ENROLMENT_COUNTS}
  where e.user_id = $1 and e.left_at is null and c.open_to <> 'nobody'
  order by e.last_used_at desc, e.course_id limit $2`);

/** The courses somebody studies, last used first. */
export async function selectMyCourses({ pool }: Db, userId: string, limit: number): Promise<MyCourseRow[]> {
  return await myCourses(pool, [userId, limit]);
}

/** Whether the course gives certificates, and what decides whether this person may have one. */
interface FinishedRow {
  readonly certificate: boolean;
  readonly tier: Tier;
  readonly is_admin: boolean;
}

const hold = prepared('select from enrolments where user_id = $1 and course_id = $2 for update');

// A statement of its own: who waited for an author that made an exam of the section, or gave it checks, sees it now.
const finish = prepared<FinishedRow>(`
  insert into section_progress as p (user_id, section_id, course_id, position_at, done_at)
  select user_id, $3, course_id, $4, $4 from enrolments where user_id = $1 and course_id = $2 and not exists (
    select from section_registry r left join course_content s on s.id = r.id where r.id = $3 and ${DECIDER} <> $5::text)
  on conflict (user_id, section_id) do update set done_at = coalesce(p.done_at, excluded.done_at)
  returning coalesce((select c.certificate from courses c where c.id = p.course_id), false) as certificate,
    coalesce((select m.subscription_tier from members m where m.id = p.user_id), 'free') as tier,
    exists (select from members m where m.id = p.user_id and m.is_admin) as is_admin`);

// A statement of its own: of two devices that finish the last two sections at one moment, the second one waited for the
// enrolment above and now sees what the first one did.
const complete = prepared<{ completed_at: Date }>(`
  update enrolments e set completed_at = $3, completed_without = nullif(array(${TAKEN_AWAY}), '{}')
  where user_id = $1 and course_id = $2 and completed_at is null
    and exists (select from course_content s where s.course_id = $2 and s.counts) and not exists (
      select from course_content s left join section_progress p on p.user_id = $1 and p.section_id = s.id
      where s.course_id = $2 and s.counts and p.done_at is null)
  returning completed_at`);

/** What somebody did in a section. */
export interface Finishing {
  readonly userId: string;
  readonly courseId: string;
  readonly sectionId: string;
  readonly by: Decider | 'reading';
  readonly now: Date;
}

/**
 * Marks a section as done, and the course when nothing that counts is left; answers when the course became complete.
 * Nothing for who does not study the course, and where something else finishes the section by now.
 */
export async function finishSection(
  trx: Transaction<DB>,
  { by, courseId, now, sectionId, userId }: Finishing,
): Promise<(FinishedRow & { readonly completedAt: Date | null }) | undefined> {
  await hold(trx, [userId, courseId]);
  const [finished] = await finish(trx, [userId, courseId, sectionId, now, by]);
  if (!finished) return undefined;
  const rows = await complete(trx, [userId, courseId, now]);
  return { ...finished, completedAt: rows[0]?.completed_at ?? null };
}

/** Whether a section is a lab whose checks decide. */
export async function hasChecks(db: Reader, sectionId: string): Promise<boolean> {
  const { rows } = await sql`select from current_labs where section_id = ${sectionId}`.execute(db);
  return rows.length > 0;
}
