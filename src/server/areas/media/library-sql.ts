import { sql, type Transaction } from 'kysely';
import type { MEDIA_TYPES, MediaTrack, MediaUse, VideoFacts } from '#contract/administration/media';
import { PICTURE_ENDINGS } from '#domain/media/file-kind';
import { AUDIO_ENDINGS, VIDEO_ENDINGS } from '#domain/media/playable';
import type { RenditionFault, RenditionState } from '#domain/media/rendition-states';
import type { Db, Reader } from '#server/db/client';
import { isOlder } from '#server/db/lists/cursor-sql';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';
import { isNamed, names } from './media-sql.ts';

const IN_LIBRARY = sql`m.kind in ('content', 'cover') and m.removed_at is null`;

const NO_FILES = [...PICTURE_ENDINGS, ...VIDEO_ENDINGS, ...AUDIO_ENDINGS];
/** The endings of each type that is decided by them. */
const ENDINGS = {
  pictures: PICTURE_ENDINGS,
  videos: VIDEO_ENDINGS,
  audio: AUDIO_ENDINGS,
  captions: ['vtt'],
  playable: [...VIDEO_ENDINGS, ...AUDIO_ENDINGS],
} as const;

export interface LibraryRow {
  readonly id: string;
  readonly kind: 'content' | 'cover';
  readonly name: string | null;
  readonly ending: string | null;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly widths: number[];
  readonly video: VideoFacts | null;
  readonly alt: string;
  readonly tags: string[];
  readonly tracks: MediaTrack[];
  readonly focus_x: number | null;
  readonly focus_y: number | null;
  /** To the microsecond, for the cursor. */
  readonly at: string;
  readonly touched_at: Date;
  readonly uploader: string | null;
  /** Of a video whose smaller sizes somebody has started to make. */
  readonly sizes: RenditionFacts | null;
}

export interface RenditionFacts {
  readonly state: RenditionState;
  readonly percent: number;
  readonly fault: RenditionFault | null;
  readonly made: readonly { readonly width: number; readonly height: number; readonly bytes: number }[];
}

export interface LibraryFilter {
  readonly q: string;
  readonly type: (typeof MEDIA_TYPES)[number];
  /** Empty: with any tag or none. */
  readonly tag: string;
}

const COLUMNS = sql`m.id, m.kind, m.name, m.ending, m.bytes + m.copies_bytes as bytes, m.width, m.height, m.widths, m.video, m.alt,
  m.tags, m.tracks, m.focus_x, m.focus_y,
  m.created_at::text as at, m.touched_at, p.username as uploader,
  (select jsonb_build_object('state', j.state, 'percent', j.percent, 'fault', j.fault, 'made', coalesce(
      (select jsonb_agg(jsonb_build_object('width', r.width, 'height', r.height, 'bytes', r.bytes) order by r.bandwidth)
        from video_renditions r where r.media_id = m.id and j.state = 'ready'), '[]'))
    from video_jobs j where j.media_id = m.id) as sizes`;

/** A page of the files that authors may use, the newest first. */
export async function selectLibrary(
  db: Db,
  { filter, from, limit }: { filter: LibraryFilter; from: { at: string; id: string } | null; limit: number },
): Promise<(LibraryRow & { readonly total: string })[]> {
  const { q, tag, type } = filter;
  const endings = type in ENDINGS ? ENDINGS[type as keyof typeof ENDINGS] : null;
  const like = containing(q);
  const { rows } = await sql<LibraryRow & { readonly total: string }>`
    select ${COLUMNS}, (${sumOfLibrary()}) as total from media m left join profiles p on p.id = m.owner_id
    where ${IN_LIBRARY}
      ${q === '' ? sql`` : sql`and (m.name ilike ${like} or m.alt ilike ${like} or ${q.toLowerCase()} = any(m.tags))`}
      ${tag === '' ? sql`` : sql`and ${tag} = any(m.tags)`}
      ${type === 'covers' ? sql`and m.kind = 'cover'` : sql``}
      ${endings ? sql`and m.kind = 'content' and m.ending = any(${[...endings]}::text[])` : sql``}
      ${type === 'images' ? sql`and (m.kind = 'cover' or m.ending = any(${[...PICTURE_ENDINGS]}::text[]))` : sql``}
      ${type === 'files' ? sql`and m.kind = 'content' and m.ending <> all(${NO_FILES}::text[])` : sql``}
      ${type === 'unused' ? sql`and not ${isNamed(sql`m.id::text`)}` : sql``}
      and ${isOlder(from, sql`m.created_at`, sql`m.id`)}
    order by m.created_at desc, m.id desc limit ${limit}`.execute(db.kysely);
  return rows;
}

/** One file of the library; `removed`: one that was deleted there. */
export async function selectLibraryFile(
  db: Reader,
  id: string,
  { removed = false } = {},
): Promise<LibraryRow | undefined> {
  const { rows } = await sql<LibraryRow>`
    select ${COLUMNS} from media m left join profiles p on p.id = m.owner_id
    where m.id = ${id} and m.kind in ('content', 'cover') and (m.removed_at is not null) = ${removed}`.execute(
    db,
  );
  return rows[0];
}

/** Every tag that a file of the library has, and whether a process of the school makes sizes of videos: one that was there a moment ago. */
export async function selectAround(db: Reader, now: Date): Promise<{ tags: string[]; makesSizes: boolean }> {
  const { rows } = await sql<{ tags: string[]; makes_sizes: boolean }>`
    select array(select distinct unnest(m.tags) from media m where ${IN_LIBRARY} order by 1 limit 500) as tags,
      exists (select from server_processes where facts ->> 'encodesVideos' = 'true'
        and seen_at > ${now}::timestamptz - interval '2 minutes') as makes_sizes`.execute(db);
  return { tags: rows[0]?.tags ?? [], makesSizes: rows[0]?.makes_sizes ?? false };
}

/** Keeps others from using or deleting a file meanwhile. */
export async function lockFile(trx: Transaction<DB>, id: string): Promise<void> {
  await sql`select 1 from media where id = ${id} for update`.execute(trx);
}

/** Bytes of all files in the library. */
export async function sumLibrary(db: Reader): Promise<number> {
  const { rows } = await sumOfLibrary().execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

function sumOfLibrary() {
  return sql<{ bytes: string }>`
    select coalesce(sum(m.bytes + m.copies_bytes), 0) + coalesce((select sum(r.bytes) from video_renditions r
      join media m on m.id = r.media_id where m.removed_at is null), 0) as bytes from media m where ${IN_LIBRARY}`;
}

export interface UseRow {
  readonly media: string;
  readonly kind: MediaUse['kind'];
  readonly id: string | null;
  readonly title: string | null;
}

const COURSE = sql`c.kind::text, c.id::text, c.title`;
const PAGE = sql`'page', p.page_name, p.page_name`;
const CUSTOM_PAGE = sql`'page', c.id::text, c.title`;
const VIDEO = sql`'video', v.id::text, v.name`;
const OF_SECTION = sql`join courses c on c.id = s.course_id`;
const NOT_DELETED = sql`and c.deleted_at is null`;
const NOTHING = sql``;

/** The texts that count as uses: what each is called, the column that names files, its table, and what else is asked. */
const USES = [
  { use: COURSE, column: 'c.thumbnail', table: sql`courses c`, rest: NOTHING },
  { use: COURSE, column: 'c.description', table: sql`courses c`, rest: NOTHING },
  { use: COURSE, column: 's.content', table: sql`course_content s`, rest: OF_SECTION },
  { use: COURSE, column: 's.content_html', table: sql`course_content s`, rest: OF_SECTION },
  { use: COURSE, column: 's.exam', table: sql`course_content s`, rest: OF_SECTION },
  { use: COURSE, column: 's.video_url', table: sql`course_content s`, rest: OF_SECTION },
  { use: COURSE, column: 's.captions_url', table: sql`course_content s`, rest: OF_SECTION },
  {
    use: COURSE,
    column: 'd.content',
    table: sql`course_drafts d`,
    rest: sql`join courses c on c.id = d.course_id`,
  },
  {
    use: sql`'bank', b.slug, b.title`,
    column: 'q.question',
    table: sql`bank_questions q`,
    rest: sql`join question_banks b on b.id = q.bank_id`,
  },
  { use: PAGE, column: 'p.content', table: sql`page_content p`, rest: NOTHING },
  { use: PAGE, column: 'p.markdown', table: sql`page_content p`, rest: NOTHING },
  { use: CUSTOM_PAGE, column: 'c.content', table: sql`custom_pages c`, rest: NOT_DELETED },
  { use: CUSTOM_PAGE, column: 'c.markdown', table: sql`custom_pages c`, rest: NOT_DELETED },
  {
    use: sql`case when s.name in ('landing', 'seo') then 'setting' else 'page' end, s.name, s.name`,
    column: 's.value',
    table: sql`site_settings s`,
    rest: sql`and s.name in ('landing', 'seo', 'faq', 'contact')`,
  },
  {
    use: sql`'author', a.user_id::text, u.name`,
    column: 'a.picture',
    table: sql`authors a`,
    rest: sql`join members u on u.id = a.user_id`,
  },
  { use: VIDEO, column: 'v.video', table: sql`media v`, rest: NOTHING },
  { use: VIDEO, column: 'v.tracks', table: sql`media v`, rest: NOTHING },
];

/** Where these files are used now. What only versions, the trash or attempts name is `other`. */
export async function selectUses(db: Reader, ids: readonly string[]): Promise<UseRow[]> {
  if (ids.length === 0) return [];
  const uses = USES.map(
    ({ column, rest, table, use }) =>
      sql`select f.id, ${use} from files f join ${table} on ${names(column, sql`f.id`)} ${rest}`,
  );
  const { rows } = await sql<UseRow>`
    with files (id) as (select unnest(${[...ids]}::text[])),
      named (media, kind, id, title) as (${sql.join(uses, sql` union `)})
    select media, kind, id, title from named
    union all select f.id, 'other', null, null from files f
      where f.id not in (select media from named) and ${isNamed(sql`f.id`)}
    order by kind, title`.execute(db);
  return rows;
}

/** The cover that is, or was made of, these bytes; it counts as asked for now. */
export function touchCover(trx: Transaction<DB>, hash: string, now: Date) {
  return trx
    .updateTable('media')
    .set({ touched_at: now, removed_at: null })
    .where('kind', '=', 'cover')
    .where((eb) => eb.or([eb('source_sha256', '=', hash), eb('sha256', '=', hash)]))
    .returning(['id', 'ending'])
    .executeTakeFirst();
}
