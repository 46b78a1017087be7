import { sql, type Transaction } from 'kysely';
import { VIDEO_ENDINGS } from '#domain/media/playable';
import { MAX_RENDITION_ATTEMPTS, type RenditionFault } from '#domain/media/rendition-states';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import type { Block } from '../blocks/block-file.ts';

/** A piece of a size: its beginning, which takes no time, or a segment. */
export interface Piece extends Block {
  readonly seconds: number;
}

export interface Rendition {
  readonly width: number;
  readonly height: number;
  readonly bandwidth: number;
  readonly codecs: string;
  readonly blocks: readonly Piece[];
}

export interface VideoJob {
  readonly id: string;
  readonly ending: string;
  readonly bytes: number;
  readonly attempts: number;
}

interface Lease {
  readonly holder: string;
  readonly until: Date;
}

const VIDEOS = sql`m.kind = 'content' and m.ending = any(${[...VIDEO_ENDINGS]}::text[])`;

/** Takes the newest video that nobody makes sizes of; what another process made that died is given up. */
export async function takeVideo(
  trx: Transaction<DB>,
  { holder, now, until }: Lease & { now: Date },
): Promise<VideoJob | undefined> {
  const { rows } = await sql<VideoJob>`
    with next as (
      select m.id, m.ending, m.bytes from media m left join video_jobs j on j.media_id = m.id
      where ${VIDEOS} and m.removed_at is null
        and (j.media_id is null or (j.state in ('waiting', 'making') and j.attempts < ${MAX_RENDITION_ATTEMPTS}
          and (j.leased_until is null or j.leased_until <= ${now})))
      order by m.created_at desc limit 1 for update of m skip locked),
    taken as (
      insert into video_jobs as j (media_id, state, attempts, holder, leased_until)
      select id, 'making', 1, ${holder}::uuid, ${until}::timestamptz from next
      on conflict (media_id) do update set state = 'making', percent = 0, fault = null, attempts = j.attempts + 1,
        holder = excluded.holder, leased_until = excluded.leased_until
        where j.leased_until is null or j.leased_until <= ${now}
      returning j.media_id, j.attempts)
    select next.id, next.ending, next.bytes::float8 as bytes, taken.attempts from next join taken on taken.media_id = next.id`.execute(
    trx,
  );
  const [job] = rows;
  if (job) await deleteRenditions(trx, job.id);
  return job;
}

/** The store gives up their pieces. */
export async function deleteRenditions(trx: Transaction<DB>, mediaId: string): Promise<void> {
  await trx.deleteFrom('video_renditions').where('media_id', '=', mediaId).execute();
}

/** Says how far it is; false: the file is gone, or somebody else has the job. */
export async function updateJob(
  db: Reader,
  id: string,
  { holder, percent, until }: Lease & { percent: number },
): Promise<boolean> {
  const { rows } = await sql`
    update video_jobs set percent = ${percent}, leased_until = ${until}
    where media_id = ${id} and holder = ${holder} and state = 'making' returning media_id`.execute(db);
  return rows.length > 0;
}

export async function insertRendition(
  trx: Transaction<DB>,
  mediaId: string,
  { blocks, ...rest }: Rendition,
): Promise<void> {
  const bytes = blocks.reduce((sum, block) => sum + block.bytes, 0);
  await trx
    .insertInto('video_renditions')
    .values({ media_id: mediaId, ...rest, bytes, blocks: JSON.stringify(blocks) })
    .execute();
}

export async function finishJob(
  trx: Transaction<DB>,
  id: string,
  { holder, now }: { holder: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update video_jobs set state = 'ready', percent = 100, holder = null, leased_until = null, finished_at = ${now}
    where media_id = ${id} and holder = ${holder} and state = 'making' returning media_id`.execute(trx);
  return rows.length > 0;
}

/** Ends it without a result: for good where `retryAt` is null, else another process begins again from then on. */
export async function dropJob(
  trx: Transaction<DB>,
  id: string,
  {
    fault,
    holder,
    isTried,
    retryAt,
  }: { holder: string; fault: RenditionFault | null; isTried: boolean; retryAt: Date | null },
): Promise<boolean> {
  const { rows } = await sql`
    update video_jobs set state = ${retryAt ? 'waiting' : 'failed'}, percent = 0, fault = ${fault}, holder = null,
      leased_until = ${retryAt}, attempts = attempts - ${isTried ? 0 : 1}
    where media_id = ${id} and holder = ${holder} and state = 'making' returning media_id`.execute(trx);
  if (rows.length > 0) await deleteRenditions(trx, id);
  return rows.length > 0;
}

/** Videos whose sizes were started often enough, by processes that died: what they are has failed. */
export async function failLost(trx: Transaction<DB>, now: Date): Promise<string[]> {
  const { rows } = await sql<{ media_id: string }>`
    update video_jobs set state = 'failed', fault = 'failed', holder = null, leased_until = null
    where state in ('waiting', 'making') and attempts >= ${MAX_RENDITION_ATTEMPTS}
      and (leased_until is null or leased_until <= ${now})
    returning media_id`.execute(trx);
  return rows.map(({ media_id }) => media_id);
}

/** Has the sizes of a video made, as if nobody had tried; whether there were some to play. */
export async function restartJob(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { rows } = await sql<{ was_ready: boolean }>`
    select state = 'ready' as was_ready from video_jobs where media_id = ${id}`.execute(trx);
  await deleteRenditions(trx, id);
  await sql`
    insert into video_jobs (media_id) values (${id})
    on conflict (media_id) do update set state = 'waiting', percent = 0, fault = null, attempts = 0, holder = null,
      leased_until = null, finished_at = null`.execute(trx);
  return rows[0]?.was_ready ?? false;
}

/** What can be played of a video, the smallest first; nothing while it is being made. */
export function selectRenditions(db: Reader, mediaId: string) {
  return db
    .selectFrom('video_renditions as r')
    .innerJoin('video_jobs as j', 'j.media_id', 'r.media_id')
    .select(['r.id', 'r.width', 'r.height', 'r.bandwidth', 'r.codecs'])
    .where('r.media_id', '=', mediaId)
    .where('j.state', '=', 'ready')
    .orderBy('r.bandwidth')
    .execute();
}

/** The pieces of a size. */
export async function selectPieces(db: Reader, id: string): Promise<readonly Piece[] | undefined> {
  const { rows } = await sql<{ blocks: readonly Piece[] }>`
    select blocks from video_renditions where id = ${id}`.execute(db);
  return rows[0]?.blocks;
}
