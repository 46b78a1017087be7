import type { Transaction } from 'kysely';
import { recordAudit } from '#server/db/audit';
import { refreshSearch } from '#server/db/course-search';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { replaceInDrafts } from '../drafts/draft-sql.ts';
import { lockCourse } from '../sql.ts';
import { keepBefore } from '../versions/keep-before.ts';
import { keepVersion } from '../versions/keep-version.ts';
import { type Replaced, selectNaming, writeReplaced } from './replacing-sql.ts';

/** Has every course and post, and every draft of one, that names a file name another one; each course and post is saved as its next version. Answers how many. */
export async function replaceInCourses(
  trx: Transaction<DB>,
  caller: Caller,
  replaced: Replaced,
  now: Date,
): Promise<number> {
  const naming = await selectNaming(trx, replaced.from);
  for (const { id, kind } of naming) {
    await lockCourse(trx, id, kind);
    await keepBefore(trx, id);
    await writeReplaced(trx, id, replaced, now);
    await refreshSearch(trx, [id]);
    await keepVersion(trx, caller, { id, now });
    await recordAudit(trx, caller, {
      action: `${kind}.update`,
      entity: kind,
      entityId: id,
      before: { file: replaced.from },
      after: { file: replaced.to },
    });
  }
  await replaceInDrafts(trx, replaced);
  return naming.length;
}
