import type { Services } from '#server/services';
import { giveUpLater } from './given-up-sql.ts';

const HOUR_MS = 3_600_000;

/** Puts a file into the store. It goes again after an hour unless a transaction keeps it (`keepFiles`). */
export async function putForNow(
  { clock, db, storage }: Pick<Services, 'clock' | 'db' | 'storage'>,
  key: string,
  bytes: Uint8Array,
): Promise<void> {
  await giveUpLater(db.kysely, key, new Date(clock.now().getTime() + HOUR_MS));
  await storage.put(key, bytes);
}
