import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockFile, selectLibraryFile } from './library-sql.ts';
import { selectNamed } from './media-sql.ts';

/** Deletes a file that nothing names, also no version, trash or attempt; it can be restored until it is forgotten. */
export async function removeMedia(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    await lockFile(trx, id);
    const before = await selectLibraryFile(trx, id);
    if (!before) throw new Failure('MEDIA_NOT_FOUND');
    if ((await selectNamed(trx, [id])).length > 0) throw new Failure('MEDIA_IN_USE');
    const now = clock.now();
    await trx.updateTable('media').set({ removed_at: now, touched_at: now }).where('id', '=', id).execute();
    await recordAudit(trx, caller, {
      action: 'media.remove',
      entity: 'media',
      entityId: id,
      before: { name: before.name, bytes: before.bytes },
    });
    return { id };
  });
}
