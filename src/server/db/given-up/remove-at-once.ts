import type { Services } from '#server/services';
import { forgetGivenUp } from './given-up-sql.ts';

/** Removes files that were given up, without waiting for the chore that does; what can't be removed now stays for it. */
export async function removeAtOnce(
  { db, log, storage }: Pick<Services, 'db' | 'log' | 'storage'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    try {
      await storage.remove(key);
      await forgetGivenUp(db.kysely, key);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      log.warn({ file: key, message }, "couldn't remove a file from storage yet");
    }
  }
}
