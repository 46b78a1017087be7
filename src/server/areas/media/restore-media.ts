import type { MediaFile } from '#contract/administration/media';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockFile, selectLibraryFile } from './library-sql.ts';
import { loadFile } from './load-file.ts';
import { refuseFull } from './refuse-full.ts';

/** Brings back a file that was deleted in the library and is not forgotten yet. */
export async function restoreMedia(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<MediaFile> {
  authorise(canAdminister(caller.viewer));
  await services.db.transaction(async (trx) => {
    await lockFile(trx, id);
    const removed = await selectLibraryFile(trx, id, { removed: true });
    if (!removed) throw new Failure('MEDIA_NOT_FOUND');
    await refuseFull(services, trx, removed.bytes);
    await trx
      .updateTable('media')
      .set({ removed_at: null, touched_at: services.clock.now() })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, caller, {
      action: 'media.restore',
      entity: 'media',
      entityId: id,
      after: { name: removed.name, bytes: removed.bytes },
    });
  });
  return loadFile(services, id);
}
