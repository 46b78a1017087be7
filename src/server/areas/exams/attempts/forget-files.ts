import { LATE_DAYS } from '#domain/exams/attempts/late-answer';
import { recordAudit, systemCaller } from '#server/db/audit';
import type { Services } from '#server/services';
import { type DeletedPage, deleteUnnamedFiles } from './file-sql.ts';

/** A day more than late answers are taken, so that none that is being kept loses its file. */
const KEPT_MS = (LATE_DAYS + 1) * 86_400_000;
/** Files of one transaction: nobody waits long for it. */
const BATCH = 1000;

/**
 * Deletes the files of exams that were uploaded and not handed in: a week after their attempt no answer names them, and no
 * late one will. Answers how many. A chore of the school.
 */
export async function forgetFiles(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  { batch = BATCH } = {},
): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  let deleted = 0;
  let page: DeletedPage = { last: null, deleted: 0 };
  do {
    const { last: after } = page;
    page = await db.transaction((trx) => deleteUnnamedFiles(trx, { after, before, limit: batch }));
    deleted += page.deleted;
  } while (page.last !== null);
  if (deleted > 0)
    await db.transaction((trx) =>
      recordAudit(trx, systemCaller, {
        action: 'retention.delete',
        entity: 'setting',
        entityId: 'retention',
        after: { unnamedExamFiles: deleted },
      }),
    );
  return deleted;
}
