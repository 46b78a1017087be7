import { recordAudit, systemCaller } from '#server/db/audit';
import { forEachDue } from '#server/db/for-each-due';
import type { Services } from '#server/services';
import { type DuePage, deleteHiddenPage, selectDuePages } from './custom-sql.ts';

const AT_ONCE = 20;

/** Deletes pages for good that were put into the trash before an instant, with their versions. Answers how many. */
export async function purgePages({ db, log }: Pick<Services, 'db' | 'log'>, before: Date): Promise<number> {
  return forEachDue<DuePage>({
    log,
    failure: "couldn't permanently delete a page in the trash",
    limit: AT_ONCE,
    select: (after, limit) => selectDuePages(db.kysely, { after, before, limit }),
    run: ({ id, title }) =>
      db.transaction(async (trx) => {
        if (!(await deleteHiddenPage(trx, id))) return 0;
        await recordAudit(trx, systemCaller, {
          action: 'page.purge',
          entity: 'page',
          entityId: id,
          before: { title },
        });
        return 1;
      }),
  });
}
