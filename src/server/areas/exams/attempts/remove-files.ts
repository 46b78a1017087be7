import { sql } from 'kysely';
import { retryAt } from '#server/db/retry-at';
import type { Services } from '#server/services';
import { selectFilesToRemove } from './file-sql.ts';

const AT_ONCE = 200;

/**
 * Removes files that nothing names any more from the store; answers how many. One that the store refuses is logged and
 * tried again later, and the others are removed meanwhile. A store that refuses all of them is left alone until next time.
 */
export async function removeFiles(
  services: Pick<Services, 'clock' | 'db' | 'log' | 'storage'>,
): Promise<number> {
  const { clock, db } = services;
  const now = clock.now();
  let removed = 0;
  for (;;) {
    const rows = await selectFilesToRemove(db.kysely, { now, limit: AT_ONCE });
    let count = 0;
    for (const row of rows) if (await removeOne(services, now, row)) count += 1;
    removed += count;
    if (rows.length < AT_ONCE || count === 0) return removed;
  }
}

async function removeOne(
  { db, log, storage }: Pick<Services, 'db' | 'log' | 'storage'>,
  now: Date,
  { failures, key }: { key: string; failures: number },
): Promise<boolean> {
  try {
    await storage.remove(key);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log.error({ file: key, message }, "couldn't remove a file from storage");
    await sql`update files_to_remove set failures = ${failures + 1}, retry_at = ${retryAt(now, failures + 1)}
      where key = ${key}`.execute(db.kysely);
    return false;
  }
  await sql`delete from files_to_remove where key = ${key}`.execute(db.kysely);
  return true;
}
