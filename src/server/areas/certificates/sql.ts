import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { CertificateProof } from '#contract/exams/certificates';
import type { ExamCertificate } from '#domain/exams/attempts/exam-round';
import type { ExamSettings } from '#domain/exams/exam-settings';
import type { Tier } from '#domain/tiers';
import type { Db, Reader } from '#server/db/client';
import { prepared } from '#server/db/prepared';
import type { DB } from '#server/db/types';

interface Studies {
  readonly userId: string;
  readonly courseId: string;
}

/** An exam that was passed, with what its attempts came to and how they count. */
export interface PassedExam {
  readonly title: string;
  readonly attempts: readonly { readonly percent: number; readonly passed: boolean }[];
  readonly counts: ExamSettings['counts'];
  readonly passMark: number;
  /** Whether the course asks for it. */
  readonly required: boolean;
}

export interface EarnedProof {
  readonly sections: number | null;
  readonly exams: readonly PassedExam[];
}

/**
 * Exams of a course that somebody passed, each with its results since an instant. Whether an exam is passed is decided once,
 * when its section is done: a passed attempt alone may not be the one that counts.
 */
const passedExams = (since: string) => `
  select s.id, s.title, s.sort_order, s.counts as required, min(a.submitted_at) as passed_at,
    coalesce(s.exam->'settings'->>'counts', 'best') as counts, coalesce((s.exam->>'passMark')::float8, 0) as pass_mark,
    (select jsonb_agg(jsonb_build_object('percent', (b.result->>'percent')::float8, 'passed', b.passed) order by b.number)
      from exam_attempts b where b.section_id = s.id and b.user_id = u.id and b.submitted_at is not null and not b.waiting
        and b.submitted_at > ${since}) as attempts
  from course_content s join exam_attempts a on a.section_id = s.id and a.user_id = u.id and a.passed
  join section_progress p on p.section_id = s.id and p.user_id = u.id and p.done_at is not null
  where s.course_id = c.id and a.submitted_at > ${since} group by s.id`;

const RESULTS = `'title', x.title, 'attempts', x.attempts, 'counts', x.counts, 'passMark', x.pass_mark,
  'required', x.required`;

const proofSince = (since: string) => `jsonb_build_object(
    'sections', (select count(*) from course_content s join section_progress p on p.section_id = s.id and p.user_id = u.id
      where s.course_id = c.id and p.done_at is not null and s.counts),
    'exams', (select coalesce(jsonb_agg(jsonb_build_object(${RESULTS}) order by x.sort_order), '[]')
      from (${passedExams(since)}) x))`;

export interface HolderRow {
  readonly name: string;
  readonly tier: Tier;
  readonly is_admin: boolean;
  readonly course_title: string;
  readonly certificate: boolean;
  readonly certificate_months: number | null;
}

const holder = prepared<HolderRow>(`
  select m.name, m.subscription_tier as tier, c.title as course_title, c.certificate, c.certificate_months, m.is_admin
  from enrolments e join members m on m.id = e.user_id join courses c on c.id = e.course_id
  where e.user_id = $1 and e.course_id = $2 and c.kind = 'course'`);

/** Who would hold the certificates of a course; nothing for who does not study it. */
export async function selectHolder(
  db: Reader,
  { courseId, userId }: Studies,
): Promise<HolderRow | undefined> {
  return (await holder(db, [userId, courseId]))[0];
}

export interface EarnedRow {
  /** Null while the course is not completed, or has its certificate already. */
  readonly completed_at: Date | null;
  readonly proof: EarnedProof;
  /** Passed and without a certificate yet. */
  readonly exams: readonly (PassedExam & { readonly id: string; readonly passedAt: string })[];
}

const EVER = "'-infinity'::timestamptz";
const earned = prepared<EarnedRow>(`
  select case when not exists (select from certificates t where t.user_id = u.id and t.course_id = c.id and t.kind = 'course'
      and t.replaced_for is null) then e.completed_at end as completed_at,
    ${proofSince(EVER)} as proof,
    (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'passedAt', x.passed_at, ${RESULTS}) order by x.sort_order), '[]')
      from (${passedExams(EVER)}) x where not exists (select from certificates t
        where t.user_id = u.id and t.section_id = x.id and t.kind = 'exam' and t.replaced_for is null)) as exams
  from enrolments e join users u on u.id = e.user_id join courses c on c.id = e.course_id
  where e.user_id = $1 and e.course_id = $2`);

/** What somebody has earned in a course and has no certificate for; nothing for who does not study it. */
export async function selectEarned(
  db: Reader,
  { courseId, userId }: Studies,
): Promise<EarnedRow | undefined> {
  return (await earned(db, [userId, courseId]))[0];
}

/** The certificates that somebody holds in a course, that of the course first; neither replaced nor revoked ones. */
export async function selectHeldIds(db: Reader, { courseId, userId }: Studies): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from certificates where user_id = ${userId} and course_id = ${courseId} and replaced_for is null
      and revoked_at is null order by kind <> 'course', issued_at desc, id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface NewCertificate {
  readonly userId: string;
  readonly kind: 'course' | 'exam';
  readonly courseId: string | null;
  readonly sectionId: string | null;
  readonly name: string;
  readonly title: string;
  readonly courseTitle: string;
  readonly proof: CertificateProof;
  readonly achievedAt: Date;
  readonly issuedAt: Date;
  readonly expiresAt: Date | null;
}

/** Writes a certificate and answers its id; null when there is one that counts already. */
export async function insertCertificate(
  trx: Transaction<DB>,
  { proof, ...certificate }: NewCertificate,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into certificates (user_id, kind, course_id, section_id, holder_name, title, course_title, proof, achieved_at, issued_at, expires_at)
    values (${certificate.userId}, ${certificate.kind}, ${certificate.courseId}, ${certificate.sectionId}, ${certificate.name},
      ${certificate.title}, ${certificate.courseTitle}, ${JSON.stringify(proof)}::jsonb, ${certificate.achievedAt},
      ${certificate.issuedAt}, ${certificate.expiresAt})
    on conflict do nothing returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

export interface CertificateRow {
  readonly id: string;
  readonly user_id: string | null;
  readonly kind: 'course' | 'exam';
  readonly course_id: string | null;
  readonly section_id: string | null;
  readonly holder_name: string | null;
  readonly title: string;
  readonly course_title: string;
  readonly proof: CertificateProof;
  readonly achieved_at: Date;
  readonly issued_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly revoked_reason: string | null;
  readonly replaced_by: string | null;
  readonly replaced_for: 'renewal' | 'name' | null;
  readonly is_listed: boolean;
  readonly status_index: number;
  readonly course_slug: string | null;
}

const COLUMNS = sql`t.id, t.user_id, t.kind, t.course_id, t.section_id, t.holder_name, t.title, t.course_title, t.proof,
  t.achieved_at, t.issued_at, t.expires_at, t.revoked_at, t.revoked_reason, t.replaced_by, t.replaced_for, t.is_listed,
  t.status_index, (select slug from courses where id = t.course_id and kind = 'course' and open_to = 'everyone') as course_slug`;

export async function selectCertificate(db: Reader, id: string): Promise<CertificateRow | undefined> {
  const { rows } =
    await sql<CertificateRow>`select ${COLUMNS} from certificates t where t.id = ${id}`.execute(db);
  return rows[0];
}

/** The same, held until the transaction ends. */
export async function lockCertificate(trx: Transaction<DB>, id: string): Promise<CertificateRow | undefined> {
  const { rows } = await sql<CertificateRow>`
    select ${COLUMNS} from certificates t where t.id = ${id} for update of t`.execute(trx);
  return rows[0];
}

/** Those of one person that were not replaced, newest first. */
export async function selectOwn(db: Reader, userId: string, limit: number): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`
    select ${COLUMNS} from certificates t where t.user_id = ${userId} and t.replaced_for is null
    order by t.issued_at desc, t.kind, t.id limit ${limit}`.execute(db);
  return rows;
}

/** Courses in which somebody has earned what has no certificate yet, the newest first. */
export const dueCertificates = (userId: string) => `
  select c.id, c.title from (
    select e.course_id, e.completed_at from enrolments e
    where e.user_id = ${userId} and e.completed_at is not null and not exists (select from certificates t
      where t.user_id = e.user_id and t.course_id = e.course_id and t.kind = 'course' and t.replaced_for is null)
    union all
    select s.course_id, null from exam_attempts a join course_content s on s.id = a.section_id
      join section_progress p on p.section_id = s.id and p.user_id = a.user_id and p.done_at is not null
    where a.user_id = ${userId} and a.passed and not exists (select from certificates t
      where t.user_id = a.user_id and t.section_id = s.id and t.kind = 'exam' and t.replaced_for is null)) earned
  join courses c on c.id = earned.course_id and c.kind = 'course' and c.open_to <> 'nobody' and c.certificate
  group by c.id, c.title order by max(earned.completed_at) desc nulls last, c.id`;
const due = prepared<{ id: string; title: string }>(`${dueCertificates('$1')} limit $2`);

export async function selectDue(
  { pool }: Db,
  userId: string,
  limit: number,
): Promise<{ id: string; title: string }[]> {
  return await due(pool, [userId, limit]);
}

/** Says that another certificate took the place of this one. */
export async function replaceCertificate(
  trx: Transaction<DB>,
  { by, id, reason }: { id: string; by: string; reason: 'renewal' | 'name' },
): Promise<void> {
  await sql`update certificates set replaced_by = ${by} where id = ${id} and replaced_for = ${reason}`.execute(
    trx,
  );
}

/** Takes a certificate out of its place, so that another one can be written there. */
export async function vacateCertificate(
  trx: Transaction<DB>,
  { id, reason }: { id: string; reason: 'renewal' | 'name' },
): Promise<void> {
  await sql`update certificates set replaced_for = ${reason}, is_listed = false where id = ${id}`.execute(
    trx,
  );
}

export interface RenewalRow {
  readonly name: string;
  readonly tier: Tier;
  readonly is_admin: boolean;
  readonly certificate: boolean;
  readonly certificate_months: number | null;
  /** Sections that count and are not done, and exams that were not passed again since it was issued. */
  readonly open: number;
  readonly achieved_at: Date | null;
  readonly proof: EarnedProof;
}

// What a course asks for is `course_content.counts`, here as for its completion; an exam certificate asks for its own exam
// alone, even where the course is complete without it.
const renewal = ({ open, proof, shown }: { open: string; shown: string; proof: string }) => `
  select u.name, u.subscription_tier as tier, c.certificate, c.certificate_months, u.is_admin,
    (${open}) as open, (select max(x.passed_at) from (${shown}) x) as achieved_at, ${proof} as proof
  from members u join courses c on c.id = $2 and c.kind = 'course'
  where u.id = $1`;
const COURSE_RENEWAL = renewal({
  open: `select count(*)::int from course_content s
      left join section_progress p on p.section_id = s.id and p.user_id = u.id and p.done_at is not null
      left join (${passedExams('$3')}) x on x.id = s.id
      where s.course_id = c.id and s.counts and (p.user_id is null or s.section_type = 'exam' and x.id is null)`,
  shown: passedExams('$3'),
  proof: proofSince('$3'),
});
const OWN_EXAM = `select * from (${passedExams('$3')}) own where own.id = $4`;
const EXAM_RENEWAL = renewal({
  open: `select 1 - count(*)::int from (${OWN_EXAM}) x`,
  shown: OWN_EXAM,
  proof: `(select jsonb_build_object('sections', null, 'exams',
    coalesce(jsonb_agg(jsonb_build_object(${RESULTS})), '[]')) from (${OWN_EXAM}) x)`,
});

/** What has to be shown again for a renewal: every section that counts is done, and its exams were passed since the certificate was issued. */
export async function selectRenewal(
  db: Reader,
  { course_id, issued_at, kind, section_id, user_id }: CertificateRow,
): Promise<RenewalRow | undefined> {
  const isWhole = kind === 'course';
  const { rows } = await db.executeQuery<RenewalRow>(
    CompiledQuery.raw(isWhole ? COURSE_RENEWAL : EXAM_RENEWAL, [
      user_id,
      course_id,
      issued_at,
      ...(isWhole ? [] : [section_id]),
    ]),
  );
  return rows[0];
}

/** The certificates of somebody, also replaced ones, that ask for an exam; `section` is its row of course_content. */
export const examCertificates = (userId: string, section: string) => `
  select t.issued_at as "issuedAt", t.expires_at as "expiresAt", t.revoked_at as "revokedAt", t.replaced_for as "replacedFor"
  from certificates t where t.user_id = ${userId} and (t.kind = 'exam' and t.section_id = ${section}.id
    or t.kind = 'course' and t.course_id = ${section}.course_id and ${section}.counts)`;
const ofExam = prepared<ExamCertificate>(
  `select held.* from course_content s cross join lateral (${examCertificates('$1', 's')}) held where s.id = $2`,
);

export async function selectExamCertificates(
  db: Reader,
  { sectionId, userId }: { sectionId: string; userId: string },
): Promise<ExamCertificate[]> {
  return ofExam(db, [userId, sectionId]);
}

/** Places of revoked credentials in a range, also of those under an old name; null where no credential has a place. */
export async function selectRevokedPlaces(
  db: Reader,
  { from, to }: { from: number; to: number },
): Promise<number[] | null> {
  const { rows } = await sql<{ begun: boolean; places: number[] }>`
    select exists (select from certificates where status_index >= ${from} and status_index < ${to}) as begun,
      array(select status_index from certificates where (revoked_at is not null or replaced_for = 'name')
        and status_index >= ${from} and status_index < ${to}) as places`.execute(db);
  return rows[0]?.begun ? rows[0].places : null;
}

/** The name and the address of a holder. */
export function selectHolderAccount(db: Reader, userId: string) {
  return db.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirst();
}
