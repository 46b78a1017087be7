import { sql } from 'kysely';
import type { ExamResult } from '#domain/exams/results/grade-exam';
import type { UserCursor } from '#server/cursor';
import type { Reader } from '#server/db/client';
import { containing } from '#server/db/lists/literal-pattern';

export interface BookRow {
  readonly title: string;
  readonly slug: string;
  readonly exams: readonly { section_id: string; title: string; exam: unknown }[];
  /** Those that run. */
  readonly labs: readonly { sectionId: string; title: string }[];
}

/** A course with its exams, in order; nothing when there is none. */
export async function selectBook(db: Reader, courseId: string): Promise<BookRow | undefined> {
  const { rows } = await sql<BookRow>`
    select c.title, c.slug, coalesce((
      select jsonb_agg(jsonb_build_object('section_id', s.id, 'title', s.title, 'exam', s.exam) order by s.sort_order)
      from course_content s where s.course_id = c.id and s.exam is not null), '[]') as exams,
      coalesce((
        select jsonb_agg(jsonb_build_object('sectionId', s.id, 'title', s.title) order by s.sort_order)
        from current_labs l join course_content s on s.id = l.section_id where l.course_id = c.id), '[]') as labs
    from courses c where c.id = ${courseId} and c.kind = 'course'`.execute(db);
  return rows[0];
}

export interface LearnerRow {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly enrolled_at: Date;
  readonly completed_at: Date | null;
  readonly done: number;
  readonly total: number;
  /** What the list is sorted by. */
  readonly key: string;
}

interface Wanted {
  readonly courseId: string;
  /** Part of the name or address, literally. */
  readonly contains: string;
  readonly from: UserCursor | null;
  /** Reads towards the beginning of the list; what it answers is in the order of the list all the same. */
  readonly backwards: boolean;
  readonly limit: number;
}

/** Learners of a course by name, one page: what it costs doesn't grow with the pages before. */
export async function selectLearners(
  db: Reader,
  { backwards, contains, courseId, from, limit }: Wanted,
): Promise<LearnerRow[]> {
  const pattern = containing(contains);
  const [onward, order] = backwards ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const { rows } = await sql<LearnerRow>`
    with page as (
      select p.id, p.username as name, p.email, e.learner_name as key, e.enrolled_at, e.completed_at
      from enrolments e join profiles p on p.id = e.user_id
      where e.course_id = ${courseId} and e.left_at is null
        and ${contains === '' ? sql`true` : sql`p.search_text like lower(${pattern})`}
        and ${from === null ? sql`true` : sql`(e.learner_name, e.user_id) ${onward} (${from.key}, ${from.id}::uuid)`}
      order by e.learner_name ${order}, e.user_id ${order} limit ${limit})
    select page.id as user_id, page.name, page.email, page.key, page.enrolled_at, page.completed_at, n.done, n.total
    from page cross join lateral (
      select count(p.done_at)::int as done, count(*)::int as total
      from course_content s left join section_progress p on p.user_id = page.id and p.section_id = s.id
      where s.course_id = ${courseId} and s.counts) n
    order by page.key, page.id`.execute(db);
  return rows;
}

/** How many study a course; with a limit no more are counted. */
export async function countLearners(db: Reader, courseId: string, limit?: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from enrolments where course_id = ${courseId} and left_at is null limit ${limit ?? null}) s`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Everybody who studies a course, by name. */
export async function selectLearnerIds(db: Reader, courseId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from enrolments where course_id = ${courseId} and left_at is null
    order by learner_name, user_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many of the sections that count each person has done, by person; nobody who has done none. */
export async function selectDone(db: Reader, courseId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: string; done: number }>`
    select p.user_id, count(p.done_at)::int as done from section_progress p
    join course_content s on s.id = p.section_id and s.course_id = ${courseId} and s.counts group by p.user_id`.execute(
    db,
  );
  return new Map(rows.map(({ done, user_id }) => [user_id, done]));
}

/** Stands for the percentage of an attempt that waits to be marked. */
export const WAITING = '-';

/**
 * The results of a course's learners at these exams, by person: "code percent" of each, in no order and all in one text. The code
 * is (number of the attempt * number of exams + place of the exam among `sectionIds`, from 0) * 2, and 1 more if it was passed.
 * Read at once: by pages of learners it takes twice as long, as their attempts lie all over the table. Such a text is written
 * and read in half the time of JSON or an array.
 */
export async function selectScores(db: Reader, sectionIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ user_id: string; scores: string }>`
    select user_id, string_agg((number * ${sectionIds.length}::int + array_position(${sectionIds}::uuid[], section_id) - 1) * 2
      + passed::int || ' ' || case when waiting then ${WAITING} else result->>'percent' end, ' ') as scores
    from exam_attempts
    where section_id = any (${sectionIds}::uuid[]) and submitted_at is not null
    group by user_id`.execute(db);
  return new Map(rows.map(({ scores, user_id }) => [user_id, scores]));
}

export interface LearnerLine {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  /** In UTC, as text. */
  readonly enrolled_at: string;
  readonly completed_at: string | null;
}

/** Some of the learners of a course, in no order. */
export async function selectLearnerLines(
  db: Reader,
  { courseId, userIds }: { courseId: string; userIds: readonly string[] },
): Promise<LearnerLine[]> {
  const { rows } = await sql<LearnerLine>`
    select u.id as user_id, u.name, u.email, (e.enrolled_at at time zone 'utc')::text as enrolled_at,
      (e.completed_at at time zone 'utc')::text as completed_at
    from enrolments e join users u on u.id = e.user_id
    where e.user_id = any (${userIds}::uuid[]) and e.course_id = ${courseId} and e.left_at is null`.execute(
    db,
  );
  return rows;
}

/** How many sections of a course count. */
export async function countCounted(db: Reader, courseId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from course_content where course_id = ${courseId} and counts`.execute(db);
  return rows[0]?.total ?? 0;
}

export interface TakenRow {
  readonly id: string;
  readonly user_id: string;
  readonly section_id: string;
  readonly number: number;
  readonly started_at: Date;
  readonly submitted_at: Date | null;
  readonly percent: number | null;
  readonly passed: boolean | null;
  readonly waiting: boolean;
  /** It will be marked without names, or is: nobody may see whose it is. */
  readonly unnamed: boolean;
}

/** The attempts of these people at these exams, first to last. */
export async function selectTaken(
  db: Reader,
  { sectionIds, userIds }: { userIds: readonly string[]; sectionIds: readonly string[] },
): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow>`
    select a.id, a.user_id, a.section_id, a.number, a.started_at, a.submitted_at, a.passed, a.waiting,
      (a.result->>'percent')::float8 as percent,
      (a.submitted_at is null or a.waiting) and coalesce((
        select (v.exam->'settings'->>'blind')::boolean from exam_versions v where v.id = a.version_id), false) as unnamed
    from exam_attempts a
    where a.user_id = any(${[...userIds]}::uuid[]) and a.section_id = any(${[...sectionIds]}::uuid[])
    order by a.number`.execute(db);
  return rows;
}

export interface FinishedRow {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly number: number;
  readonly started_at: Date;
  readonly submitted_at: Date;
  readonly passed: boolean;
  readonly result: ExamResult;
  /** By which it is graded. */
  readonly version_id: string;
}

/** Finished attempts at an exam that wait for nothing, newest first; only the first of each learner where that is wanted. */
export async function selectFinished(
  db: Reader,
  { limit, onlyFirst, sectionId }: { sectionId: string; onlyFirst: boolean; limit: number },
): Promise<FinishedRow[]> {
  const { rows } = await sql<FinishedRow>`
    select a.id, a.user_id, u.name, a.number, a.started_at, a.submitted_at, a.passed, a.result,
      coalesce(a.graded_version_id, a.version_id) as version_id
    from exam_attempts a join users u on u.id = a.user_id
    where a.section_id = ${sectionId} and a.submitted_at is not null and not a.waiting
      and (not ${onlyFirst} or a.number = 1)
    order by a.submitted_at desc, a.id limit ${limit}`.execute(db);
  return rows;
}

/** Who took an attempt. */
export async function selectTaker(
  db: Reader,
  userId: string,
): Promise<{ id: string; name: string; email: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select id, name, email from users where id = ${userId}`.execute(db);
  return rows[0];
}

/** An exam as it is now, with its course. */
export async function selectExamNow(db: Reader, sectionId: string) {
  const { rows } = await sql<{ title: string; course_id: string; course_title: string; exam: unknown }>`
    select s.title, c.id as course_id, c.title as course_title, s.exam
    from course_content s join courses c on c.id = s.course_id and c.kind = 'course'
    where s.id = ${sectionId} and s.exam is not null`.execute(db);
  return rows[0];
}
