import { sql, type Transaction } from 'kysely';
import type { CertificateProof } from '#contract/exams/certificates';
import type { ExamCertificate } from '#domain/exams/attempts/exam-round';
import type { Db, Reader } from '#server/db/client';
import { prepared } from '#server/db/prepared';
import type { DB } from '#server/db/types';
import type { Studies } from './earned-sql.ts';

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

/** Takes certificates out of their place, so that another one can be written there. */
export async function vacateCertificates(
  trx: Transaction<DB>,
  { ids, reason }: { ids: readonly string[]; reason: 'renewal' | 'name' },
): Promise<void> {
  await sql`update certificates set replaced_for = ${reason}, is_listed = false
    where id = any(${[...ids]}::uuid[])`.execute(trx);
}

/**
 * The certificates that led to this one and count beside it, because each was renewed; held until the transaction ends. What
 * becomes of this one becomes of them.
 */
export async function lockRenewed(trx: Transaction<DB>, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive earlier as (
      select id from certificates where replaced_by = ${id}
      union select c.id from certificates c join earlier on c.replaced_by = earlier.id)
    select t.id from certificates t where t.id in (select id from earlier) and t.replaced_for = 'renewal'
    order by t.id for update of t`.execute(trx);
  return rows.map((row) => row.id);
}

/**
 * The certificates of somebody, also replaced ones, that ask for an exam; `section` is its row of course_content. One that a later
 * one took the place of was renewed, also where it lost its name since.
 */
export const examCertificates = (userId: string, section: string) => `
  select t.issued_at as "issuedAt", t.expires_at as "expiresAt", t.revoked_at as "revokedAt",
    case when exists (select from certificates n where n.id = t.replaced_by and n.issued_at > t.issued_at)
      then 'renewal' else t.replaced_for end as "replacedFor"
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
  const { rows } = await sql<{ is_used: boolean; places: number[] }>`
    select exists (select from certificates where status_index >= ${from} and status_index < ${to}) as is_used,
      array(select status_index from certificates where (revoked_at is not null or replaced_for = 'name')
        and status_index >= ${from} and status_index < ${to}) as places`.execute(db);
  return rows[0]?.is_used ? rows[0].places : null;
}

/** The name and the address of a holder. */
export function selectHolderAccount(db: Reader, userId: string) {
  return db.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirst();
}
