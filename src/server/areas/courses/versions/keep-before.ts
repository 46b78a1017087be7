import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import { loadWritten } from '../editing/load-edit-course.ts';
import { insertVersion } from './version-sql.ts';

/** Keeps a course or post as it was before its first change since versions are kept. */
export async function keepBefore(trx: Transaction<DB>, id: string): Promise<void> {
  const course = await loadWritten(trx, id);
  if (course) await insertVersion(trx, course, { savedBy: null });
}
