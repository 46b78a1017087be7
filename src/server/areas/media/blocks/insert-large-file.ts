import type { Transaction } from 'kysely';
import type { VideoFacts } from '#contract/administration/media';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import { endingOf } from '../ending-of.ts';
import { touchKnown } from '../store-file.ts';
import { streamedType } from '../streamed-type.ts';
import type { Block } from './block-file.ts';

interface LargeFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  /** Of all of it. */
  readonly sha256: string;
  readonly blocks: readonly Block[];
  /** Who uploaded it; null where it came with a folder. */
  readonly ownerId: string | null;
  readonly alt: string;
  readonly video: VideoFacts | null;
}

/** Keeps a file in blocks; answers its id, or that of the file with the same content that was there before. */
export async function insertLargeFile(
  services: Pick<Services, 'clock'>,
  trx: Transaction<DB>,
  file: LargeFile,
): Promise<string> {
  const known = await touchKnown(services, trx, file.sha256, file.name);
  if (known) return known.id;
  const now = services.clock.now();
  const ending = endingOf(file.name);
  const touched = { touched_at: now, removed_at: null };
  const { id } = await trx
    .insertInto('media')
    .values({
      id: file.id,
      owner_id: file.ownerId,
      kind: 'content',
      name: file.name,
      ending,
      mime: streamedType(ending)?.mime ?? 'application/octet-stream',
      bytes: file.bytes,
      sha256: file.sha256,
      source_sha256: file.sha256,
      alt: file.alt,
      blocks: JSON.stringify(file.blocks),
      video: file.video && JSON.stringify(file.video),
      created_at: now,
      ...touched,
    })
    .onConflict((conflict) =>
      conflict.columns(['sha256', 'ending']).where('kind', '=', 'content').doUpdateSet(touched),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
