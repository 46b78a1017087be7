import type { MediaFile } from '#contract/administration/media';
import { canAdminister } from '#domain/access/can-administer';
import { fileKind } from '#domain/media/file-kind';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { notify } from '#server/db/notify';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockFile, selectLibraryFile } from '../library-sql.ts';
import { loadFile } from '../load-file.ts';
import { restartJob } from './renditions-sql.ts';

/**
 * Has the smaller sizes of a video made again, also where that failed; it plays as uploaded meanwhile. Fails with
 * MEDIA_NOT_FOUND, and with MEDIA_KIND_DIFFERS for what is no video.
 */
export async function remakeSizes(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<MediaFile> {
  authorise(canAdminister(caller.viewer));
  await services.db.transaction(async (trx) => {
    await lockFile(trx, id);
    const row = await selectLibraryFile(trx, id);
    if (!row) throw new Failure('MEDIA_NOT_FOUND');
    if (fileKind(row.ending ?? '') !== 'video') throw new Failure('MEDIA_KIND_DIFFERS');
    if (await restartJob(trx, id)) await touchContent(trx);
    await recordAudit(trx, caller, {
      action: 'media.remakeSizes',
      entity: 'media',
      entityId: id,
      before: { sizes: row.sizes?.state ?? null },
      after: { sizes: 'waiting' },
    });
    await notify(trx, 'video');
  });
  return loadFile(services, id);
}
