import type { MediaFile } from '#contract/administration/media';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockFile, selectLibraryFile } from './library-sql.ts';
import { loadFile } from './load-file.ts';

/** Says what a file shows, for whoever inserts it next; texts that name it already keep their own words. */
export async function updateMedia(
  services: Services,
  caller: Caller,
  { alt, id }: { id: string; alt: string },
): Promise<MediaFile> {
  authorise(canAdminister(caller.viewer));
  await services.db.transaction(async (trx) => {
    await lockFile(trx, id);
    const before = await selectLibraryFile(trx, id);
    if (!before) throw new Failure('MEDIA_NOT_FOUND');
    await trx.updateTable('media').set({ alt }).where('id', '=', id).execute();
    await recordAudit(trx, caller, {
      action: 'media.update',
      entity: 'media',
      entityId: id,
      before: { alt: before.alt },
      after: { alt },
    });
  });
  return loadFile(services, id);
}
