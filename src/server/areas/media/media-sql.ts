import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { MediaTrack, VideoFacts } from '#contract/administration/media';
import type { Db, Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import type { Block } from './blocks/block-file.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Everywhere that a text of an author, or a version of one, is kept: what stands there is referred to. */
export const HOLDING_TEXTS: readonly (readonly [table: string, column: string])[] = [
  ['courses', 'thumbnail'],
  ['courses', 'description'],
  ['course_content', 'content'],
  ['course_content', 'content_html'],
  ['course_content', 'exam'],
  ['course_content', 'video_url'],
  ['course_content', 'captions_url'],
  ['course_versions', 'content'],
  ['course_drafts', 'content'],
  ['section_registry', 'stored'],
  ['bank_questions', 'question'],
  ['bank_trash', 'stored'],
  ['bank_question_versions', 'question'],
  ['exam_versions', 'exam'],
  ['exam_versions', 'html'],
  ['page_content', 'content'],
  ['page_content', 'markdown'],
  ['page_revisions', 'content'],
  ['custom_pages', 'markdown'],
  ['custom_pages', 'content'],
  ['site_settings', 'value'],
  ['authors', 'picture'],
  // The picture that a video shows before it plays.
  ['media', 'video'],
  // Captions and chapters.
  ['media', 'tracks'],
];

export interface UntouchedFile {
  readonly id: string;
  /** To the microsecond, for the cursor. */
  readonly touched: string;
}

/** Files and covers that nobody asked for since then, the oldest first; those after the last of the page before. */
export async function selectUntouched(
  db: Db,
  { after, before, limit }: { before: Date; after: UntouchedFile | undefined; limit: number },
): Promise<UntouchedFile[]> {
  const { rows } = await sql<UntouchedFile>`
    select id, touched_at::text as touched from media where kind in ('content', 'cover') and touched_at < ${before}
      ${after ? sql`and (touched_at, id) > (${after.touched}::timestamptz, ${after.id}::uuid)` : sql``}
    order by touched_at, id limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Whether a column names the file of this id (a text). Both conditions are those of the index that answers it. */
export function names(column: string, id: RawBuilder<string>): RawBuilder<boolean> {
  const held = sql`${sql.ref(column)}::text`;
  return sql`${held} like '%/media/%' and media_ids(${held}) @> array[${id}]`;
}

/** Whether any text, version, trash or attempt names the file of this id (a text). */
export function isNamed(id: RawBuilder<string>): RawBuilder<boolean> {
  const places = HOLDING_TEXTS.map(
    ([table, column]) =>
      sql`exists (select from ${sql.table(table)} holding where ${names(`holding.${column}`, id)})`,
  );
  return sql`(${sql.join(places, sql` or `)})`;
}

/** Which of these files any text still names. */
export async function selectNamed(db: Reader, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...ids]}::text[]) files (id) where ${isNamed(sql`files.id`)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Forgets a file that was not asked for since then, and answers how many; the store gives it up by the chore that removes files. */
export async function deleteUntouched(
  trx: Transaction<DB>,
  { before, id }: { id: string; before: Date },
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('media')
    .where('kind', 'in', ['content', 'cover'])
    .where('id', '=', id)
    .where('touched_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Whether there is a file under this id, also one in the trash of the library. */
export async function hasFile(db: Reader, id: string): Promise<boolean> {
  const row = await db.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Whether an address is a file that only readers of the text around it may open. */
export async function isClosedFile(db: Reader, address: string): Promise<boolean> {
  const [, id = ''] = /^\/media\/([0-9a-f-]{36})[-.]/.exec(address) ?? [];
  if (!UUID.test(id)) return false;
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'content')
    .executeTakeFirst();
  return row !== undefined;
}

/** The pictures of texts that were made of files with these hashes. */
export async function selectPictures(db: Reader, hashes: readonly string[]) {
  if (hashes.length === 0) return [];
  return db
    .selectFrom('media')
    .select(['id', 'ending', 'source_sha256'])
    .where('kind', '=', 'content')
    .where('source_sha256', 'in', hashes)
    .execute();
}

/** The drawings of these ids with the hashes of what is in them, and of what they were made of. */
export function selectDrawings(db: Reader, ids: readonly string[]) {
  return db
    .selectFrom('media')
    .select(['id', 'sha256', 'source_sha256'])
    .where('kind', 'in', ['content', 'cover'])
    .where((eb) => eb(eb.cast<string>('id', 'text'), 'in', ids))
    .execute();
}

/** A file of lessons or exams by its id, which may be no id at all. */
export async function selectFile(db: Reader, id: string) {
  if (!UUID.test(id)) return undefined;
  return db
    .selectFrom('media')
    .select(['mime', 'name', 'ending', 'bytes', sql<readonly Block[] | null>`blocks`.as('blocks')])
    .where('id', '=', id)
    .where('kind', '=', 'content')
    .executeTakeFirst();
}

/** The sizes of these pictures and videos, and of the copies of pictures; of other files none. */
export function selectSizes(db: Reader, ids: readonly string[]) {
  return db
    .selectFrom('media')
    .select([
      'id',
      'ending',
      'width',
      'height',
      'widths',
      sql<VideoFacts | null>`video`.as('video'),
      sql<MediaTrack[]>`tracks`.as('tracks'),
      sql<boolean>`exists (select 1 from video_jobs j where j.media_id = media.id and j.state = 'ready')`.as(
        'has_sizes',
      ),
    ])
    .where('kind', '=', 'content')
    .where('id', 'in', ids)
    .execute();
}

/** Drawings without a size, by their ids. */
export function selectUnsized(
  db: Reader,
  { after, limit }: { after: { id: string } | undefined; limit: number },
): Promise<{ id: string }[]> {
  const open = db
    .selectFrom('media')
    .select('id')
    .where('kind', '=', 'content')
    .where('ending', '=', 'svg')
    .where('width', 'is', null)
    .orderBy('id')
    .limit(limit);
  return (after ? open.where('id', '>', after.id) : open).execute();
}
