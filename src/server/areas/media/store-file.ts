import { createHash, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { endingOf } from './ending-of.ts';
import { mediaKey } from './media-key.ts';
import { readMedia } from './read-media.ts';
import { safeName } from './safe-name.ts';

export interface StoredMedia {
  /** As texts name it for good: `/media/{id}.{ending}`. It opens nothing by itself; answers sign it (decision 59). */
  readonly address: string;
  /** In pixels; null for what is no picture. */
  readonly size: { readonly width: number; readonly height: number } | null;
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
  throw new Failure('UNSUPPORTED_FILE', {
    fields: { file: "This isn't a picture. Choose a PNG, JPEG, WebP, GIF, AVIF, or SVG file." },
  });
}

/** Keeps a picture or any other file that lessons may offer. Fails as `storePicture` does. */
export async function storeFile(
  { clock, storage }: Pick<Services, 'clock' | 'storage'>,
  trx: Transaction<DB>,
  bytes: Buffer,
  name: string,
): Promise<StoredMedia> {
  const touched = { touched_at: clock.now() };
  const source = sha256(bytes);
  const known = await trx
    .updateTable('media')
    .set(touched)
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
    .executeTakeFirst();
  if (known) return toStored(known);
  const read = await readMedia(bytes, name);
  const row = await trx
    .insertInto('media')
    .values({
      id: randomUUID(),
      kind: 'content',
      name: safeName(name, read.ending),
      ending: read.ending,
      mime: read.mime,
      bytes: read.bytes.length,
      sha256: sha256(read.bytes),
      source_sha256: source,
      width: read.size?.width ?? null,
      height: read.size?.height ?? null,
      ...touched,
    })
    .onConflict((conflict) =>
      conflict.columns(['sha256', 'ending']).where('kind', '=', 'content').doUpdateSet(touched),
    )
    .returning(['id', 'ending', 'width', 'height'])
    .executeTakeFirstOrThrow();
  await storage.put(mediaKey(row.id, read.ending), read.bytes);
  return { ...toStored(row), size: read.size };
}

function sha256(bytes: Uint8Array): string {
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
