import type { FolderImport } from '#contract/courses/folders';
import { canAdminister } from '#domain/access/can-administer';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { findUpload } from '#server/areas/media/uploads/append-upload';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectFolderImport } from './folder-import-sql.ts';
import { queueImport } from './queue-import.ts';

/**
 * Asks to import what was checked, by the code of the command line, which audits each course. Fails with
 * FOLDER_IMPORT_NOT_FOUND, also for one that was not checked, and FOLDER_IMPORT_RUNNING.
 */
export async function startImport(
  services: Services,
  caller: Caller,
  { force, id }: { id: string; force: boolean },
): Promise<FolderImport> {
  authorise(canAdminister(caller.viewer));
  const checked = await selectFolderImport(services.db.kysely, signedIn(caller).userId);
  if (checked?.upload_id !== id) throw new Failure('FOLDER_IMPORT_NOT_FOUND');
  if (checked.state === 'importing') throw new Failure('FOLDER_IMPORT_RUNNING');
  if (checked.state !== 'checked') throw new Failure('FOLDER_IMPORT_NOT_FOUND');
  const upload = await findUpload(services, caller, id);
  return queueImport(services, caller, { upload, state: 'importing', force });
}
