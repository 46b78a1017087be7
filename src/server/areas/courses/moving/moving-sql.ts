import { sql, type Transaction } from 'kysely';
import type { OpenTo } from '#domain/courses/life-cycle';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import { closeGap, openGap } from '../sql.ts';

interface SectionMove {
  readonly section: { readonly id: string; readonly key: string; readonly sort_order: number };
  readonly from: string;
  readonly to: string;
  /** As it is called in the other course. */
  readonly key: string;
  readonly chapter: string;
  /** Counted from 1. */
  readonly order: number;
  readonly now: Date;
}

/** Puts a section with all that hangs on it into another course, and keeps where its old address leads. */
export async function transferSection(trx: Transaction<DB>, move: SectionMove): Promise<void> {
  const { chapter, from, key, now, order, section, to } = move;
  await openGap(trx, to, order);
  // It is new to the learners of the other course.
  await trx
    .updateTable('course_content')
    .set({ course_id: to, key, chapter, sort_order: order, created_at: now, updated_at: now })
    .where('id', '=', section.id)
    .execute();
  await closeGap(trx, from, section.sort_order);
  await trx
    .updateTable('section_registry')
    .set({ course_id: to, key })
    .where('id', '=', section.id)
    .execute();
  await carryAlong(trx, section.id, now);
  const kept = { section_id: section.id, moved_at: now };
  await trx
    .insertInto('moved_sections')
    .values({ course_id: from, key: section.key, ...kept })
    .onConflict((conflict) => conflict.columns(['course_id', 'key']).doUpdateSet(kept))
    .execute();
}

/**
 * Brings what learners did in a section to the course that it is in. In the transaction that moves it, and again for what was
 * saved there for the first time meanwhile: neither saw what the other had not committed.
 */
export async function carryAlong(trx: Transaction<DB>, sectionId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ course_id: string }>`
    select course_id from section_registry where id = ${sectionId} for no key update`.execute(trx);
  const to = rows[0]?.course_id;
  if (to === undefined) return;
  // Progress is of a learner of the course: who never studied it is kept as one who left, and comes back to it by enrolling.
  await sql`
    insert into enrolments (user_id, course_id, enrolled_at, last_used_at, seen_at, left_at)
    select user_id, ${to}, ${now}, ${now}, ${now}, ${now} from section_progress
    where section_id = ${sectionId} and course_id <> ${to}
    on conflict (user_id, course_id) do nothing`.execute(trx);
  for (const table of ['section_progress', 'section_notes'] as const)
    await trx
      .updateTable(table)
      .set({ course_id: to })
      .where('section_id', '=', sectionId)
      .where('course_id', '<>', to)
      .execute();
  // Nobody resumes a course in a section of another one.
  await trx
    .updateTable('enrolments')
    .set({ last_section_id: null })
    .where('course_id', '<>', to)
    .where('last_section_id', '=', sectionId)
    .execute();
}

/** Sections that were in this course and are in another one now. */
export async function selectMovedIds(db: Reader, courseId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct m.section_id as id from moved_sections m join section_registry r on r.id = m.section_id
    where m.course_id = ${courseId} and r.course_id <> ${courseId}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Where the section is now that had this key in this course, with what decides who may know of that course. */
export async function selectMoved(db: Reader, { courseId, key }: { courseId: string; key: string }) {
  const { rows } = await sql<{
    id: string;
    slug: string;
    key: string;
    subscription_level: Tier;
    open_to: OpenTo;
    is_listed: boolean;
  }>`
    select c.id, c.slug, s.key, c.subscription_level, c.open_to, c.is_listed
    from moved_sections m
    join course_content s on s.id = m.section_id
    join courses c on c.id = s.course_id and c.kind = 'course'
    where m.course_id = ${courseId} and m.key = ${key}`.execute(db);
  return rows[0];
}
