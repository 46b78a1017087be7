import { randomUUID } from 'node:crypto';
import type { DERIVED_FILES } from '#server/db/backup/left-out';
import type { Services } from '#server/services';
import type { Block } from './block-file.ts';
import { giveUpLater } from './block-sql.ts';

const HOUR_MS = 3_600_000;

/** Puts a piece of a large file into the store. It goes again after an hour unless a transaction keeps it (`keepBlocks`). */
export async function putBlock(
  { clock, db, storage }: Pick<Services, 'clock' | 'db' | 'storage'>,
  id: string,
  bytes: Uint8Array,
  /** How its key begins. */
  kind: 'content-' | typeof DERIVED_FILES = 'content-',
): Promise<Block> {
  const key = `${kind}${id}-${randomUUID().slice(0, 8)}.block`;
  await giveUpLater(db.kysely, key, new Date(clock.now().getTime() + HOUR_MS));
  await storage.put(key, bytes);
  return { key, bytes: bytes.length };
}
