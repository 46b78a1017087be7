import { sql, type Transaction } from 'kysely';
import type { Drafted, EditCourse } from '#contract/courses/courses';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import type { Replaced } from '../files/replacing-sql.ts';

interface Draft {
  readonly version: number;
  readonly based_on: number;
  readonly base: EditCourse;
  readonly content: Drafted;
}
export interface DraftRow extends Draft {
  readonly saved_at: Date;
  /** The name of the person who saved it; null: an account that is gone. */
  readonly saved_by: string | null;
}

/** The draft of a course or post. It names nobody whose account is gone. */
export async function selectDraft(db: Reader, courseId: string): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    select d.version, d.based_on, d.base || jsonb_build_object('authors', ${living(sql`d.base_authors`)}) as base,
      d.content || jsonb_build_object('authors', ${living(sql`d.authors`)}) as content, d.saved_at, u.name as saved_by
    from course_drafts d left join users u on u.id = d.saved_by where d.course_id = ${courseId}`.execute(db);
  return rows[0];
}

const living = (ids: ReturnType<typeof sql>) => sql`coalesce((
  select jsonb_agg(id order by place) from unnest(${ids}) with ordinality named (id, place)
  where exists (select from users where users.id = named.id)), '[]')`;

interface Saved extends Omit<Draft, 'version'> {
  readonly courseId: string;
  readonly savedBy: string | null;
  readonly now: Date;
}

/** Keeps a draft; of one that is there the base stays. */
export async function upsertDraft(
  trx: Transaction<DB>,
  { base, based_on, content, courseId, now, savedBy }: Saved,
): Promise<void> {
  const { authors: baseAuthors, ...before } = base;
  const { authors, ...after } = content;
  await sql`
    insert into course_drafts (course_id, based_on, base, content, base_authors, authors, saved_by, saved_at)
    values (${courseId}, ${based_on}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb,
      ${baseAuthors}::uuid[], ${authors}::uuid[], ${savedBy}, ${now})
    on conflict (course_id) do update set version = default, content = excluded.content, authors = excluded.authors,
      saved_by = excluded.saved_by, saved_at = excluded.saved_at`.execute(trx);
}

export async function deleteDraft(trx: Transaction<DB>, courseId: string): Promise<void> {
  await trx.deleteFrom('course_drafts').where('course_id', '=', courseId).execute();
}

/** Has every draft name another file wherever it named this one; who has it open is notified that it changed. */
export async function replaceInDrafts(trx: Transaction<DB>, { from, to }: Replaced): Promise<void> {
  await sql`update course_drafts set version = default, content = replace(content::text, ${from}, ${to})::jsonb,
      base = replace(base::text, ${from}, ${to})::jsonb
    where position(${from} in concat_ws(' ', content::text, base::text)) > 0`.execute(trx);
}
