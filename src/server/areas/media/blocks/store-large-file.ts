import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PIECE_BYTES } from '#domain/media/limits';
import type { Services } from '#server/services';
import { endingOf } from '../ending-of.ts';
import { safeName } from '../safe-name.ts';
import { touchKnown } from '../store-file.ts';
import { HEAD_BYTES, invalidFile, streamedType } from '../streamed-type.ts';
import type { Block } from './block-file.ts';
import { insertLargeFile } from './insert-large-file.ts';
import { blockWriter } from './put-block.ts';

/**
 * Keeps a large file of this machine in blocks, one of which is in memory at a time; answers its address and the hash of
 * its content. One that is there already is only read. Fails with UNSUPPORTED_FILE.
 */
export async function storeLargeFile(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  file: string,
  name: string,
): Promise<{ address: string; sha256: string }> {
  const { db } = services;
  const ending = endingOf(name);
  if (!streamedType(ending)?.matches(await headOf(file))) throw invalidFile(ending);
  const sha256 = await hashOf(file);
  const known = await db.transaction((trx) => touchKnown(services, trx, sha256, name));
  if (known) return { address: `/media/${known.id}.${ending}`, sha256 };
  const id = randomUUID();
  const writer = blockWriter(services, id);
  const blocks: Block[] = [];
  for await (const piece of createReadStream(file, { highWaterMark: PIECE_BYTES }))
    blocks.push(await writer.put(piece as Buffer));
  const bytes = blocks.reduce((sum, block) => sum + block.bytes, 0);
  const kept = await db.transaction(async (trx) => {
    const large = { id, name: safeName(name, ending), bytes, sha256, blocks };
    const inserted = await insertLargeFile(services, trx, { ...large, ownerId: null, alt: '', video: null });
    if (inserted === id) await writer.keep(trx);
    return inserted;
  });
  return { address: `/media/${kept}.${ending}`, sha256 };
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest('hex');
}
