import { createHash, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { m } from '../../../messages/messages.js';
import { endingOf } from './ending-of.ts';
import { mediaKey } from './media-key.ts';
import { type ReadMedia, readMedia } from './read-media.ts';
import { safeName } from './safe-name.ts';

export interface StoredMedia {
  /** As texts name it for good: `/media/{id}.{ending}`. It opens nothing by itself; answers sign it (decision 59). */
  readonly address: string;
  /** In pixels; null for what is no picture. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** What is kept: a file as it was read, made of bytes with this hash. */
export interface Kept {
  readonly read: ReadMedia;
  readonly name: string;
  readonly source: string;
  /** Who uploaded it; null where it came with a folder. */
  readonly owner?: string | null;
  /** What it shows. */
  readonly alt?: string;
}

/**
 * Keeps a picture of a lesson or question, decided by its content; the same bytes again are the same picture. Fails with
 * BODY_TOO_LARGE, UNSUPPORTED_FILE and RATE_LIMITED, which say in `fields.file` what is wrong.
 */
export async function storePicture(
  services: Pick<Services, 'clock' | 'storage'>,
  trx: Transaction<DB>,
  bytes: Buffer,
  name: string,
): Promise<StoredMedia & { readonly size: NonNullable<StoredMedia['size']> }> {
  const { address, size } = await storeFile(services, trx, bytes, name);
  if (size) return { address, size };
  throw notAPicture();
}

export function notAPicture(): Failure {
  return new Failure('UNSUPPORTED_FILE', {
    fields: { file: m.faults_this_isnt_a_picture_choose_a_png() },
  });
}

/** Keeps a picture or any other file that lessons may offer. Fails as `storePicture` does. */
export async function storeFile(
  services: Pick<Services, 'clock' | 'storage'>,
  trx: Transaction<DB>,
  bytes: Buffer,
  name: string,
): Promise<StoredMedia> {
  const source = sha256(bytes);
  const known = await touchKnown(services, trx, source, name);
  if (known) return toStored(known);
  return toStored(await keepFile(services, trx, { read: await readMedia(bytes, name), name, source }));
}

/** The file that was made of these bytes before; it counts as asked for now, also where it was deleted in the library. */
export function touchKnown(
  { clock }: Pick<Services, 'clock'>,
  trx: Transaction<DB>,
  source: string,
  name: string,
) {
  return (
    trx
      .updateTable('media')
      .set({ touched_at: clock.now(), removed_at: null })
      .where('kind', '=', 'content')
      .where((eb) => eb.or([eb('source_sha256', '=', source), eb('sha256', '=', source)]))
      // A drawing without a size is not in its place in the store yet (decision 75).
      .where((eb) =>
        eb.or([
          eb('width', 'is not', null),
          eb.and([eb('ending', '=', endingOf(name)), eb('ending', '<>', 'svg')]),
        ]),
      )
      .returning(['id', 'ending', 'width', 'height'])
      .executeTakeFirst()
  );
}

/** Keeps what was read, with its smaller copies, under its own content. */
export async function keepFile(
  { clock, storage }: Pick<Services, 'clock' | 'storage'>,
  trx: Transaction<DB>,
  { alt = '', name, owner = null, read, source }: Kept,
) {
  const touched = { touched_at: clock.now(), removed_at: null };
  const row = await trx
    .insertInto('media')
    .values({
      id: randomUUID(),
      owner_id: owner,
      kind: 'content',
      name: safeName(name, read.ending),
      alt,
      created_at: clock.now(),
      source_sha256: source,
      ...columnsOf(read),
      ...touched,
    })
    .onConflict((conflict) =>
      conflict.columns(['sha256', 'ending']).where('kind', '=', 'content').doUpdateSet(touched),
    )
    .returning(['id', 'ending', 'width', 'height', 'widths'])
    .executeTakeFirstOrThrow();
  await storage.put(mediaKey(row.id, read.ending), read.bytes);
  for (const { bytes, width } of read.copies)
    if (row.widths.includes(width)) await storage.put(mediaKey(`${row.id}-${width}`, 'webp'), bytes);
  return row;
}

/** What a row says of a file that was read. */
export function columnsOf({ bytes, copies, ending, mime, size }: ReadMedia) {
  return {
    ending,
    mime,
    bytes: bytes.length,
    sha256: sha256(bytes),
    width: size?.width ?? null,
    height: size?.height ?? null,
    widths: copies.map((copy) => copy.width),
    copies_bytes: copies.reduce((sum, copy) => sum + copy.bytes.length, 0),
  };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function toStored(row: {
  readonly id: string;
  readonly ending: string | null;
  readonly width: number | null;
  readonly height: number | null;
}): StoredMedia {
  const { height, id, width } = row;
  return {
    address: `/media/${id}.${row.ending}`,
    size: width === null || height === null ? null : { width, height },
  };
}
