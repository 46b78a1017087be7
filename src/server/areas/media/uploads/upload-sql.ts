import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import type { Block } from '../blocks/block-file.ts';

export interface UploadRow {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly received: number;
  readonly blocks: readonly Block[];
}

const COLUMNS = sql`id, name, bytes, received, blocks`;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An upload of this person; undefined: there is none, or it is finished. */
export async function selectUpload(
  db: Reader,
  { id, ownerId, lock = false }: { id: string; ownerId: string; lock?: boolean },
): Promise<UploadRow | undefined> {
  if (!UUID.test(id)) return undefined;
  const { rows } = await sql<UploadRow>`
    select ${COLUMNS} from media_uploads where id = ${id} and owner_id = ${ownerId} ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/**
 * The file that an upload of this person became, under its id or, as the audit log tells, one with the same content that was
 * there before; undefined: there is none in the library.
 */
export async function selectFinished(
  db: Reader,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<{ id: string; bytes: number } | undefined> {
  if (!UUID.test(id)) return undefined;
  const { rows } = await sql<{ id: string; bytes: number }>`
    select id, bytes from media
    where removed_at is null and (id = ${id} and owner_id = ${ownerId} and blocks is not null or id = (
      select entity_id::uuid from audit_log
      where actor_id = ${ownerId} and action = 'media.upload' and after ->> 'upload' = ${id}
      order by audit_log.id desc limit 1))`.execute(db);
  return rows[0];
}

/** Adds what has arrived behind the bytes that were there; false: others were there by now. */
export async function appendBlock(
  db: Reader,
  { block, id, now, offset }: { id: string; offset: number; block: Block; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update media_uploads set received = received + ${block.bytes}, touched_at = ${now},
      blocks = blocks || ${JSON.stringify([block])}::jsonb
    where id = ${id} and received = ${offset}`.execute(db);
  return numAffectedRows === 1n;
}

/** Bytes that uploads which are still arriving will need in all. */
export async function sumUploads(db: Reader): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(bytes), 0)::text as bytes from media_uploads`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Forgets an upload whose blocks are part of a file now. */
export async function closeUpload(trx: Transaction<DB>, id: string): Promise<void> {
  await sql`update media_uploads set blocks = '[]' where id = ${id}`.execute(trx);
  await trx.deleteFrom('media_uploads').where('id', '=', id).execute();
}
