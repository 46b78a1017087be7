import { sql, type Transaction } from 'kysely';
import type { OpenTo } from '#domain/courses/life-cycle';
import type { ExamResult } from '#domain/exams/results/grade-exam';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import { prepared } from '#server/db/prepared';
import type { DB } from '#server/db/types';
import { type ExamVersion, loadVersion } from './paper/load-version.ts';

export interface ExamRow {
  readonly section_id: string;
  readonly course_id: string;
  readonly course_title: string;
  readonly subscription_level: Tier;
  readonly open_to: OpenTo;
  readonly title: string;
  readonly content_html: string;
  readonly exam: unknown;
  readonly enrolled: boolean;
}

const EXAM = sql`
  select s.id as section_id, c.id as course_id, c.title as course_title, c.subscription_level, c.open_to, s.title, s.content_html, s.exam,
    exists (select from enrolments e where e.course_id = c.id and e.left_at is null and e.user_id = `;

/** The exam of a section, by id; nothing for a section that is none. */
export async function selectExam(
  db: Reader,
  { sectionId, userId }: { sectionId: string; userId: string },
): Promise<ExamRow | undefined> {
  const { rows } = await sql<ExamRow>`${EXAM}${userId}) as enrolled
    from course_content s join courses c on c.id = s.course_id
    where s.id = ${sectionId} and c.kind = 'course' and s.exam is not null`.execute(db);
  return rows[0];
}

/** The exam at an address; its section is null where the course has no such exam. */
export async function selectExamAt(
  db: Reader,
  { key, slug, userId }: { slug: string; key: string; userId: string },
): Promise<(Omit<ExamRow, 'section_id'> & { readonly section_id: string | null }) | undefined> {
  const { rows } = await sql<ExamRow>`${EXAM}${userId}) as enrolled
    from courses c left join course_content s on s.course_id = c.id and s.key = ${key} and s.exam is not null
    where c.slug = ${slug} and c.kind = 'course'`.execute(db);
  return rows[0];
}

export interface OwnAttemptRow {
  readonly id: string;
  readonly number: number;
  readonly started_at: Date;
  readonly deadline_at: Date | null;
  readonly submitted_at: Date | null;
  readonly percent: number | null;
  readonly passed: boolean | null;
  readonly waiting: boolean;
}

/** The attempts of somebody at an exam, first to last. */
export async function selectOwnAttempts(
  db: Reader,
  { sectionId, userId }: { sectionId: string; userId: string },
): Promise<OwnAttemptRow[]> {
  const { rows } = await sql<OwnAttemptRow>`
    select id, number, started_at, deadline_at, submitted_at, passed, waiting, (result->>'percent')::float8 as percent
    from exam_attempts where user_id = ${userId} and section_id = ${sectionId} order by number`.execute(db);
  return rows;
}

/** Holds the enrolment of somebody until the transaction ends, as whoever finishes a section does; after the attempts. */
export async function holdEnrolment(
  trx: Transaction<DB>,
  { courseId, userId }: { courseId: string; userId: string },
): Promise<void> {
  await sql`select from enrolments where user_id = ${userId} and course_id = ${courseId} for update`.execute(
    trx,
  );
}

interface StoredAttempt {
  readonly id: string;
  readonly user_id: string;
  readonly section_id: string;
  readonly course_id: string;
  readonly number: number;
  readonly started_at: Date;
  readonly deadline_at: Date | null;
  readonly submitted_at: Date | null;
  /** Forward only: the question that is open. */
  readonly current_question: string | null;
  readonly ended_by: 'candidate' | 'deadline' | null;
  readonly result: ExamResult | null;
  /** Whether answers have still to be marked. */
  readonly waiting: boolean;
  /** Whether any attempt of this person at this exam was passed. */
  readonly has_passed: boolean;
  /** Of the course. */
  readonly subscription_level: Tier;
  readonly open_to: OpenTo;
  readonly version_id: string;
  readonly graded_version_id: string | null;
}
/** An attempt with the exam by which it is graded, as it was asked or corrected since, and the HTML of the texts of both. */
export type AttemptRow = StoredAttempt &
  Pick<ExamVersion, 'exam' | 'html'> & { readonly asked: ExamVersion['exam'] };

// A statement that waited for the lock sees this row as it became, and others as they were before: both are asked for a pass.
const ATTEMPT = `
  select a.id, a.user_id, a.section_id, s.course_id, a.version_id, a.graded_version_id, a.number, a.started_at, a.deadline_at,
    a.submitted_at, a.current_question, a.ended_by, a.waiting, a.result, a.passed is true or exists (select from exam_attempts p
      where p.user_id = a.user_id and p.section_id = a.section_id and p.passed) as has_passed,
    coalesce((select c.subscription_level from courses c where c.id = s.course_id), 'premium') as subscription_level,
    coalesce((select c.open_to from courses c where c.id = s.course_id), 'nobody') as open_to
  from exam_attempts a join section_registry s on s.id = a.section_id where a.id = $1`;
const readAttempt = prepared<StoredAttempt>(`${ATTEMPT}
  and not exists (select from courses c where c.id = s.course_id and c.kind = 'deleted')`);
const lockStored = prepared<StoredAttempt>(
  `${ATTEMPT} and ($2::uuid is null or a.user_id = $2) for update of a`,
);

/** An attempt with the exam as it was when it began, and as it is graded since. */
export function selectAttempt(db: Reader, id: string): Promise<AttemptRow | undefined> {
  return withVersion(db, readAttempt(db, [id]));
}

/** The same for a change: the second waits for the first. `userId` locks no attempt of anybody else. */
export function lockAttempt(
  trx: Transaction<DB>,
  { id, userId }: { id: string; userId?: string | undefined },
): Promise<AttemptRow | undefined> {
  return withVersion(trx, lockStored(trx, [id, userId ?? null]));
}

async function withVersion(db: Reader, stored: Promise<StoredAttempt[]>): Promise<AttemptRow | undefined> {
  const [row] = await stored;
  const version = row && (await loadVersion(db, row.version_id));
  if (!version) return undefined;
  const { exam: asked, html } = version;
  const graded = row.graded_version_id && (await loadVersion(db, row.graded_version_id));
  return graded
    ? { ...row, asked, exam: graded.exam, html: { ...html, ...graded.html } }
    : { ...row, asked, ...version };
}

export async function selectUserName(db: Reader, userId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from users where id = ${userId}`.execute(db);
  return rows[0]?.name ?? null;
}

/** An attempt whose time is over; `deadline` is its end, to the microsecond. */
export interface Overdue {
  readonly id: string;
  readonly deadline: string;
}

/** Attempts whose time is over although nobody handed them in, by their deadlines, after one that was looked at. */
export async function selectOverdue(
  db: Reader,
  { after, limit, now }: { after: Overdue | undefined; limit: number; now: Date },
): Promise<Overdue[]> {
  const { rows } = await sql<Overdue>`
    select id, deadline_at::text as deadline from exam_attempts where submitted_at is null and deadline_at <= ${now}
      ${after ? sql`and (deadline_at, id) > (${after.deadline}::timestamptz, ${after.id}::uuid)` : sql``}
    order by deadline_at, id limit ${limit}`.execute(db);
  return rows;
}
