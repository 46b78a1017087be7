import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/types';

/** Says that a course changed; answers its new version. */
export async function bumpVersion(trx: Transaction<DB>, id: string, now: Date): Promise<number> {
  const { version } = await trx
    .updateTable('courses')
    .set({ version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
