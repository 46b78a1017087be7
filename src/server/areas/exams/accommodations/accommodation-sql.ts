import { sql, type Transaction } from 'kysely';
import type { Granted } from '#contract/exams/accommodations';
import type { Accommodation } from '#domain/exams/accommodate';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export interface GrantedRow {
  readonly id: string;
  readonly section_id: string | null;
  readonly exam_title: string | null;
  readonly course_title: string | null;
  readonly extra_percent: number;
  readonly extra_minutes: number;
  readonly extra_attempts: number;
  readonly opens_at: Date | null;
  readonly closes_at: Date | null;
  readonly reason: string;
  readonly granted_at: Date;
}

/** What somebody is granted: at one exam and everywhere, or all of it. */
export async function selectGranted(
  db: Reader,
  { sectionId, userId }: { userId: string; sectionId?: string | undefined },
): Promise<GrantedRow[]> {
  const { rows } = await sql<GrantedRow>`
    select g.id, g.section_id, coalesce(s.title, r.title) as exam_title, c.title as course_title, g.extra_percent,
      g.extra_minutes, g.extra_attempts, g.opens_at, g.closes_at, g.reason, g.granted_at
    from exam_accommodations g left join section_registry r on r.id = g.section_id
      left join course_content s on s.id = r.id left join courses c on c.id = r.course_id
    where g.user_id = ${userId}
      and (${sectionId === undefined}::boolean or g.section_id is null or g.section_id = ${sectionId ?? null}::uuid)
    order by g.granted_at`.execute(db);
  return rows;
}

export function toAccommodation(row: GrantedRow): Accommodation {
  return {
    extraPercent: row.extra_percent,
    extraMinutes: row.extra_minutes,
    extraAttempts: row.extra_attempts,
    opensAt: row.opens_at?.toISOString() ?? null,
    closesAt: row.closes_at?.toISOString() ?? null,
  };
}

export function toGranted(row: GrantedRow): Granted {
  return {
    ...toAccommodation(row),
    id: row.id,
    sectionId: row.section_id,
    exam: row.exam_title,
    course: row.course_title,
    reason: row.reason,
    grantedAt: row.granted_at.toISOString(),
  };
}

/** Every exam that somebody studies or took, to choose from. */
export async function selectExamsOf(
  db: Reader,
  userId: string,
): Promise<{ section_id: string; exam_title: string; course_title: string }[]> {
  const { rows } = await sql<{ section_id: string; exam_title: string; course_title: string }>`
    select s.id as section_id, s.title as exam_title, c.title as course_title
    from enrolments e join courses c on c.id = e.course_id and c.kind <> 'deleted'
      join course_content s on s.course_id = c.id and s.exam is not null
    where e.user_id = ${userId} and e.left_at is null order by c.title, s.sort_order limit 500`.execute(db);
  return rows;
}

/** What this person is granted is changed by one transaction after the other. */
export async function holdAccommodations(trx: Transaction<DB>, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(trx);
}

/**
 * Waits for a change of what this person is granted, which can't see an attempt that begins meanwhile; a later change waits for
 * this transaction. Held before the attempt, as such a change does.
 */
export async function awaitAccommodations(trx: Transaction<DB>, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for share`.execute(trx);
}

/** The attempts of a person that have time left, held until the end of the transaction. */
export async function lockOpenAttempts(trx: Transaction<DB>, userId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from exam_attempts where user_id = ${userId} and submitted_at is null and deadline_at > ${now}
    for update`.execute(trx);
  return rows.map(({ id }) => id);
}
