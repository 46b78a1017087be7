import { canAdminister } from '#domain/access/can-administer';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { deleteFolderImport, selectFolderImport } from './folder-import-sql.ts';
import { deadSince } from './to-folder-import.ts';

/** Closes an import: its file and its report are gone. Fails with FOLDER_IMPORT_NOT_FOUND and FOLDER_IMPORT_RUNNING. */
export async function discardImport(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  const ownerId = signedIn(caller).userId;
  return db.transaction(async (trx) => {
    const row = await selectFolderImport(trx, ownerId);
    if (row?.upload_id !== id) throw new Failure('FOLDER_IMPORT_NOT_FOUND');
    const isGone = await deleteFolderImport(trx, {
      ownerId,
      uploadId: id,
      deadSince: deadSince(clock.now()),
    });
    if (!isGone) throw new Failure('FOLDER_IMPORT_RUNNING');
    await trx.deleteFrom('media_uploads').where('id', '=', id).where('owner_id', '=', ownerId).execute();
    return { id };
  });
}
