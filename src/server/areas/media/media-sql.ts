import { sql } from 'kysely';
import type { Db } from '#server/db/client';

/** Everywhere that a text of an author, or a version of one, is kept: what stands there is referred to. */
export const HOLDING_TEXTS: readonly (readonly [table: string, column: string])[] = [
  ['courses', 'thumbnail'],
  ['courses', 'description'],
  ['course_content', 'content'],
  ['course_content', 'content_html'],
  ['course_content', 'exam'],
  ['course_versions', 'content'],
  ['section_registry', 'stored'],
  ['bank_questions', 'question'],
  ['bank_trash', 'stored'],
  ['bank_question_versions', 'question'],
  ['exam_versions', 'exam'],
  ['exam_versions', 'html'],
  ['page_content', 'content'],
  ['page_revisions', 'content'],
  ['site_settings', 'value'],
];

/** Files of lessons and exams that nobody asked for since then, the oldest first. */
export async function selectUntouched(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('media')
    .select('id')
    .where('kind', '=', 'content')
    .where('touched_at', '<', before)
    .orderBy('touched_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Which of these files any text still names. */
export async function selectNamed(db: Db, ids: readonly string[]): Promise<string[]> {
  const texts = HOLDING_TEXTS.map(
    ([table, column]) =>
      sql`select ${sql.ref(column)}::text as held from ${sql.table(table)} where ${sql.ref(column)}::text like '%/media/%'`,
  );
  const { rows } = await sql<{ id: string }>`
    select distinct named.id from (${sql.join(texts, sql` union all `)}) texts
      cross join lateral (select match[1] as id from regexp_matches(held, '/media/([0-9a-f-]{36})', 'g') match) named
    where named.id = any(${[...ids]}::text[])`.execute(db.kysely);
  return rows.map(({ id }) => id);
}

/** Forgets files that were not asked for since then; the store gives them up by the chore that removes files. */
export async function deleteUntouched(
  db: Db,
  { before, ids }: { ids: readonly string[]; before: Date },
): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom('media')
    .where('kind', '=', 'content')
    .where('id', 'in', [...ids])
    .where('touched_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
