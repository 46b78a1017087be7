import type { Transaction } from 'kysely';
import { auditActor } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { bumpVersion } from '../editing/bump-version.ts';
import { loadWritten } from '../editing/load-edit-course.ts';
import { insertVersion } from './version-sql.ts';

/** Keeps a course or post as it is now and says that it changed; answers its new version. */
export async function keepVersion(
  trx: Transaction<DB>,
  caller: Caller,
  { id, now }: { id: string; now: Date },
): Promise<number> {
  const version = await bumpVersion(trx, id, now);
  const course = await loadWritten(trx, id);
  if (course) await insertVersion(trx, course, { savedBy: auditActor(caller).actor_id });
  return version;
}
