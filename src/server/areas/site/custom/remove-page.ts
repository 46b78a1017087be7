import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { auditActor, recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockPage } from '../sql.ts';
import { hidePage, selectStanding } from './custom-sql.ts';

/** Puts a page that the school added into the trash, from which it can be restored for 30 days. Fails with PAGE_NOT_FOUND. */
export async function removePage(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  caller: Caller,
  { name: id }: { name: string },
): Promise<{ name: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    await lockPage(trx, id);
    const before = await selectStanding(trx, id);
    if (!before) throw new Failure('PAGE_NOT_FOUND');
    await hidePage(trx, { id, deletedBy: auditActor(caller).actor_id, now: clock.now() });
    const { slug, state, title } = before;
    await recordAudit(trx, caller, {
      action: 'page.delete',
      entity: 'page',
      entityId: id,
      before: { title, slug, state },
    });
    await touchContent(trx);
    return { name: id };
  });
}
