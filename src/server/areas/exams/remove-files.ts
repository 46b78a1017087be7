import { sql } from 'kysely';
import type { Services } from '#server/services';

const AT_ONCE = 200;

/** Removes files that nothing names any more from the store; answers how many. What fails is tried again next time. */
export async function removeFiles({ db, storage }: Pick<Services, 'db' | 'storage'>): Promise<number> {
  const { rows } = await sql<{ key: string }>`select key from files_to_remove limit ${AT_ONCE}`.execute(
    db.kysely,
  );
  for (const { key } of rows) {
    await storage.remove(key);
    await sql`delete from files_to_remove where key = ${key}`.execute(db.kysely);
  }
  return rows.length;
}
