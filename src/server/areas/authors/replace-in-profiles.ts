import type { Transaction } from 'kysely';
import { holdProfile } from '#server/areas/accounts/sql';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { selectAuthorsShowing, writePicture } from './sql.ts';

/** Has every profile of an author whose picture is a file show another one, as its next version. Answers how many. */
export async function replaceInProfiles(
  trx: Transaction<DB>,
  caller: Caller,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<number> {
  let count = 0;
  for (const userId of await selectAuthorsShowing(trx, from)) {
    await holdProfile(trx, userId);
    const after = await writePicture(trx, { userId, from, to, now });
    if (!after) continue;
    await recordAudit(trx, caller, {
      action: 'author.update',
      entity: 'user',
      entityId: userId,
      before: { ...after, picture: from },
      after,
    });
    count += 1;
  }
  return count;
}
