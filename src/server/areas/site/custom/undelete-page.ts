import { canAdminister } from '#domain/access/can-administer';
import { freeName } from '#domain/courses/slug';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { loadEditedPage } from '../load-edited-page.ts';
import { insertRevision, lockPage } from '../sql.ts';
import { lockHiddenPage, moveAddress, selectTakenPageSlugs, showPage } from './custom-sql.ts';

/**
 * Takes a page out of the trash, with its versions and in the state that it had, or as a draft where it should have been
 * published meanwhile. Where another one has its address now, it gets one beside it, which is a new version. Fails with
 * PAGE_NOT_FOUND.
 */
export async function undeletePage(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string; slug: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    await lockPage(trx, id);
    const hidden = await lockHiddenPage(trx, id);
    if (!hidden) throw new Failure('PAGE_NOT_FOUND');
    const taken = await selectTakenPageSlugs(trx, hidden.slug);
    const slug = freeName(hidden.slug, (name) => taken.has(name));
    const savedAt = clock.now();
    const isMoved = slug !== hidden.slug;
    await showPage(trx, { id, slug, version: hidden.version + (isMoved ? 1 : 0), savedAt });
    await moveAddress(trx, { id, from: null, to: slug });
    if (isMoved) {
      const { content, version } = await loadEditedPage(trx, id);
      const savedBy = caller.viewer.kind === 'member' ? caller.viewer.userId : null;
      await insertRevision(trx, id, { version, content, origin: 'saved', savedBy, savedAt });
    }
    await recordAudit(trx, caller, {
      action: 'page.undelete',
      entity: 'page',
      entityId: id,
      before: { slug: hidden.slug, deletedAt: hidden.deleted_at?.toISOString() },
      after: { slug },
    });
    await touchContent(trx);
    return { id, slug };
  });
}
