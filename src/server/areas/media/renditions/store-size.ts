import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { DERIVED_FILES } from '#server/db/backup/left-out';
import type { DB } from '#server/db/types';
import { type EncodedSize, EncodeFault } from '#server/platform/video/video-encoder';
import type { Services } from '#server/services';
import { blockWriter } from '../blocks/put-block.ts';
import { refuseFull } from '../refuse-full.ts';
import { codecsOf } from './codecs-of.ts';
import { insertRendition, type Piece } from './renditions-sql.ts';

interface Made {
  readonly folder: string;
  readonly size: EncodedSize;
  readonly signal: AbortSignal;
  /** Fails where somebody else makes the sizes by now. */
  readonly stayOwner: (trx: Transaction<DB>) => Promise<void>;
}

/** Keeps a size of a video in the store, a segment in memory at a time. Fails with MEDIA_FULL. */
export async function storeSize(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'storage'>,
  mediaId: string,
  { folder, signal, size, stayOwner }: Made,
): Promise<void> {
  const codecs = codecsOf(await readFile(join(folder, size.start)));
  if (codecs === null) throw new EncodeFault('failed', 'ffmpeg made something else than H.264');
  const writer = blockWriter(services, mediaId, DERIVED_FILES);
  const blocks: Piece[] = [];
  let bandwidth = 1;
  for (const { file, seconds } of [{ file: size.start, seconds: 0 }, ...size.segments]) {
    signal.throwIfAborted();
    const path = join(folder, file);
    const block = await writer.put(await readFile(path));
    // The disk needs no room for both.
    await rm(path);
    blocks.push({ ...block, seconds });
    if (seconds > 0) bandwidth = Math.max(bandwidth, Math.ceil((block.bytes * 8) / seconds));
  }
  const { height, width } = size;
  await services.db.transaction(async (trx) => {
    await stayOwner(trx);
    await refuseFull(
      services,
      trx,
      blocks.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    await writer.keep(trx);
    await insertRendition(trx, mediaId, { width, height, bandwidth, codecs, blocks });
  });
}
