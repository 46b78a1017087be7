import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DERIVED_FILES } from '#server/db/backup/left-out';
import { keepFiles, postponeRemoval } from '#server/db/given-up/given-up-sql';
import { putForNow } from '#server/db/given-up/put-for-now';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import type { Block } from './block-file.ts';

const HOUR_MS = 3_600_000;
const POSTPONE_MS = 600_000;

/** How the keys of blocks begin. */
type Kind = 'content-' | typeof DERIVED_FILES;

/** Puts a piece of a large file into the store. It goes again after an hour unless a transaction keeps it (`keepFiles`). */
export async function putBlock(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  id: string,
  bytes: Uint8Array,
  kind: Kind = 'content-',
): Promise<Block> {
  const key = `${kind}${id}-${randomUUID().slice(0, 8)}.block`;
  await putForNow(services, key, bytes);
  return { key, bytes: bytes.length };
}

/**
 * Puts the pieces of one file into the store, which may take hours: those before wait for the next one. All of them go an hour
 * after the last one unless a transaction keeps them; that fails where one may be gone already.
 */
export function blockWriter(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  id: string,
  kind?: Kind,
): { put(bytes: Uint8Array): Promise<Block>; keep(trx: Transaction<DB>): Promise<void> } {
  const { clock, db } = services;
  const keys: string[] = [];
  let postponed = clock.now().getTime();
  return {
    async put(bytes) {
      const now = clock.now();
      // Not with each one: a long video has thousands.
      if (now.getTime() - postponed >= POSTPONE_MS) {
        await postponeRemoval(db.kysely, keys, { at: new Date(now.getTime() + HOUR_MS), now });
        postponed = now.getTime();
      }
      const block = await putBlock(services, id, bytes, kind);
      keys.push(block.key);
      return block;
    },
    keep: (trx) => keepFiles(trx, keys, clock.now()),
  };
}
