import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { SectionType } from '#domain/courses/vocabulary';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export interface Impact {
  readonly learners: number;
  readonly attempts: number;
  readonly marks: number;
}

/** Counts what hangs on sections; `enrolled` adds the people who study the course they belong to. */
const impactOf = (sections: RawBuilder<unknown>, enrolled = sql``) => sql`
    with part as (${sections}),
      tries as (select a.id, a.user_id from exam_attempts a join part on part.id = a.section_id)
    select (select count(*)::int from (${enrolled}
        select p.user_id from section_progress p join part on part.id = p.section_id
        union select user_id from tries) people) as learners,
      (select count(*)::int from tries) as attempts,
      (select count(*)::int from exam_marks m join tries on tries.id = m.attempt_id where m.part is not null) as marks`;

/** What hangs on a course, or on some of its sections: people, attempts at exams, answers that somebody marked. */
export async function selectImpact(
  db: Reader,
  { courseId, sectionIds }: { courseId: string; sectionIds: readonly string[] | null },
): Promise<Impact> {
  const of = sql`select id from section_registry where course_id = ${courseId}`;
  const query = sectionIds
    ? impactOf(sql`${of} and id = any (${[...sectionIds]}::uuid[])`)
    : impactOf(
        of,
        sql`select user_id from enrolments where course_id = ${courseId} and left_at is null union`,
      );
  const { rows } = await sql<Impact>`${query}`.execute(db);
  return rows[0] ?? { learners: 0, attempts: 0, marks: 0 };
}

/** What hangs on a question of an exam: the attempts whose version of the exam has it, and its marks. */
export async function selectQuestionImpact(
  db: Reader,
  { courseId, question, sectionId }: { courseId: string; sectionId: string; question: string },
): Promise<Impact> {
  const { rows } = await sql<Impact>`
    with tries as (
      select a.id, a.user_id from section_registry r join exam_attempts a on a.section_id = r.id
        join exam_versions v on v.id = a.version_id
      where r.id = ${sectionId} and r.course_id = ${courseId}
        and v.exam->'questions' @> jsonb_build_array(jsonb_build_object('id', ${question}::text)))
    select count(distinct user_id)::int as learners, count(*)::int as attempts,
      (select count(*)::int from exam_marks m join tries on tries.id = m.attempt_id
        where m.part is not null and m.question = ${question}) as marks
    from tries`.execute(db);
  return rows[0] ?? { learners: 0, attempts: 0, marks: 0 };
}

/** What hangs on each of these sections. */
export async function selectImpactOfEach(
  db: Reader,
  sectionIds: readonly string[],
): Promise<Map<string, Impact>> {
  const { rows } = await sql<Impact & { section: string }>`
    select each.id as section, impact.* from unnest(${[...sectionIds]}::uuid[]) as each (id),
      lateral (${impactOf(sql`select each.id`)}) as impact`.execute(db);
  return new Map(rows.map(({ section, ...impact }) => [section, impact]));
}

/**
 * Hides a course or a post everywhere: its address is free, it is not published, nobody studies it, and nothing requires it.
 * `deleted_courses` keeps what it gave up.
 */
export async function hideCourse(
  trx: Transaction<DB>,
  { deletedBy, id, now }: { id: string; deletedBy: string | null; now: Date },
): Promise<void> {
  await sql`
    with freed as (update courses set prerequisite_id = null where prerequisite_id = ${id} returning id)
    insert into deleted_courses (course_id, kind, slug, published_at, required_by, deleted_at, deleted_by)
    select id, kind, slug, published_at, array(select id from freed), ${now}, ${deletedBy} from courses where id = ${id}`.execute(
    trx,
  );
  await sql`update courses set kind = 'deleted', slug = 'deleted-' || id, published_at = null, version = version + 1,
    updated_at = ${now} where id = ${id}`.execute(trx);
  await sql`update enrolments set left_at = ${now} where course_id = ${id} and left_at is null`.execute(trx);
  await sql`delete from course_search where course_id = ${id}`.execute(trx);
}

export interface HiddenCourse {
  readonly slug: string;
  readonly deleted_at: Date;
  readonly required_by: string[];
}

type Kind = 'course' | 'post';

/** A course or a post in the trash, held until the transaction ends. */
export async function lockHidden(
  trx: Transaction<DB>,
  id: string,
  kind: Kind = 'course',
): Promise<HiddenCourse | undefined> {
  const { rows } = await sql<HiddenCourse>`
    select d.slug, d.deleted_at, d.required_by from deleted_courses d join courses c on c.id = d.course_id
    where d.course_id = ${id} and d.kind = ${kind} for update`.execute(trx);
  return rows[0];
}

/**
 * Gives a course or a post back what it gave up, at this address. What requires it again never closes a circle. One whose time
 * to be published has passed meanwhile is a draft: nobody expects it to go public by being restored.
 */
export async function showCourse(
  trx: Transaction<DB>,
  { hidden, id, now, slug }: { id: string; hidden: HiddenCourse; slug: string; now: Date },
): Promise<void> {
  const missed = sql`(c.state = 'scheduled' and c.publish_at <= ${now})`;
  await sql`update courses c set kind = d.kind, slug = ${slug}, published_at = d.published_at, version = version + 1,
    updated_at = ${now}, state = case when ${missed} then 'draft' else c.state end,
    publish_at = case when ${missed} then null else c.publish_at end
    from deleted_courses d where c.id = ${id} and d.course_id = c.id`.execute(trx);
  await sql`update enrolments set left_at = null where course_id = ${id} and left_at = ${hidden.deleted_at}`.execute(
    trx,
  );
  await sql`
    with recursive chain (id) as (
      select prerequisite_id from courses where id = ${id}
      union select c.prerequisite_id from chain join courses c on c.id = chain.id)
    update courses set prerequisite_id = ${id}
    where id = any(${hidden.required_by}::uuid[]) and prerequisite_id is null and kind = 'course'
      and id not in (select id from chain where id is not null)`.execute(trx);
  await sql`delete from deleted_courses where course_id = ${id}`.execute(trx);
}

type WrittenKind = Kind | 'page';

export interface TrashedCourse {
  readonly kind: WrittenKind;
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly deleted_at: Date;
  readonly deleted_by: string | null;
}

/** Courses, posts, and pages, newest first; of each so many at most. */
export async function selectTrashedWork(
  db: Reader,
  limit: number,
): Promise<Readonly<Record<WrittenKind, TrashedCourse[]>>> {
  const { rows } = await sql<TrashedCourse>`
    select d.* from (values ('course'::course_kind), ('post')) k (kind) cross join lateral (
      select d.kind::text, c.id, c.title, d.slug, d.deleted_at, u.name as deleted_by
      from deleted_courses d join courses c on c.id = d.course_id left join users u on u.id = d.deleted_by
      where d.kind = k.kind order by d.deleted_at desc, c.id limit ${limit}) d
    union all select p.* from (
      select 'page', p.id, p.title, p.slug, p.deleted_at, u.name
      from custom_pages p left join users u on u.id = p.deleted_by
      where p.deleted_at is not null order by p.deleted_at desc, p.id limit ${limit}) p
    order by deleted_at desc, id`.execute(db);
  const of = (kind: WrittenKind) => rows.filter((row) => row.kind === kind);
  return { course: of('course'), post: of('post'), page: of('page') };
}

export interface TrashedSection {
  readonly id: string;
  readonly course_id: string;
  readonly course_title: string;
  readonly title: string;
  readonly section_type: SectionType;
  readonly removed_at: Date;
}

export async function selectTrashedSections(db: Reader, limit: number): Promise<TrashedSection[]> {
  const { rows } = await sql<TrashedSection>`
    select r.id, r.course_id, c.title as course_title, r.title, r.section_type, r.removed_at
    from section_registry r join courses c on c.id = r.course_id and c.kind in ('course', 'post')
    where r.stored is not null order by r.removed_at desc, r.id limit ${limit}`.execute(db);
  return rows;
}

/** Puts a removed section back where it stood, under its own id; what stands there moves down. Answers whether there was one. */
export async function returnSection(
  trx: Transaction<DB>,
  { courseId, key, sectionId }: { courseId: string; sectionId: string; key: string },
): Promise<boolean> {
  const { rows } = await sql<{ at: number }>`
    select least((stored->>'sort_order')::int, (select count(*)::int + 1 from course_content where course_id = ${courseId})) as at
    from section_registry where id = ${sectionId} and course_id = ${courseId} and stored is not null`.execute(
    trx,
  );
  const [place] = rows;
  if (!place) return false;
  await sql`update course_content set sort_order = sort_order + 1
    where course_id = ${courseId} and sort_order >= ${place.at}`.execute(trx);
  await sql`
    insert into course_content (id, course_id, key, title, chapter, content, content_html, type, section_type,
      video_url, captions_url, minutes, exam, sort_order, created_at, updated_at, required, sample, opens_at, opens_after_days)
    select s.id, s.course_id, ${key}, s.title, coalesce(s.chapter, ''), s.content, s.content_html, s.type, s.section_type,
      s.video_url, s.captions_url, s.minutes, s.exam, ${place.at}, s.created_at, s.updated_at, s.required, coalesce(s.sample, false), s.opens_at,
      s.opens_after_days
    from section_registry r, jsonb_populate_record(null::course_content, r.stored) s where r.id = ${sectionId}`.execute(
    trx,
  );
  return true;
}

/** The key that a removed section had; nothing when it cannot be restored any more. */
export async function selectStoredKey(
  trx: Transaction<DB>,
  { courseId, sectionId }: { courseId: string; sectionId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`select key from section_registry
    where id = ${sectionId} and course_id = ${courseId} and stored is not null`.execute(trx);
  return rows[0]?.key;
}

export interface DueCourse {
  readonly id: string;
  readonly kind: Kind;
  readonly title: string;
  /** To the microsecond, for the cursor. */
  readonly deleted: string;
}

/** Courses and posts that were deleted before an instant, and are to go for good; those after the last of the page before. */
export async function selectDueCourses(
  db: Reader,
  { after, before, limit }: { before: Date; after: DueCourse | undefined; limit: number },
): Promise<DueCourse[]> {
  const { rows } = await sql<DueCourse>`
    select c.id, d.kind, c.title, d.deleted_at::text as deleted from deleted_courses d join courses c on c.id = d.course_id
    where d.deleted_at <= ${before}
      ${after ? sql`and (d.deleted_at, c.id) > (${after.deleted}::timestamptz, ${after.id}::uuid)` : sql``}
    order by d.deleted_at, c.id limit ${limit}`.execute(db);
  return rows;
}

/** Forgets the content of sections that were removed before an instant; what learners did with them stays. */
export async function forgetSections(db: Reader, before: Date): Promise<void> {
  await sql`update section_registry set stored = null where stored is not null and removed_at <= ${before}`.execute(
    db,
  );
}
