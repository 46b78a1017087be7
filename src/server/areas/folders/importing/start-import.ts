import type { FolderImport } from '#contract/courses/folders';
import { canAdminister } from '#domain/access/can-administer';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { findUpload } from '#server/areas/media/uploads/append-upload';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectFolderImport, startFolderImport } from './folder-import-sql.ts';
import { deadSince, toFolderImport } from './to-folder-import.ts';

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
  const { kysely } = services.db;
  const ownerId = signedIn(caller).userId;
  const checked = await selectFolderImport(kysely, ownerId);
  if (checked?.upload_id !== id) throw new Failure('FOLDER_IMPORT_NOT_FOUND');
  if (checked.state === 'importing') throw new Failure('FOLDER_IMPORT_RUNNING');
  if (checked.state !== 'checked') throw new Failure('FOLDER_IMPORT_NOT_FOUND');
  const upload = await findUpload(services, caller, id);
  const now = services.clock.now();
  const start = { ownerId, uploadId: id, name: upload.name, force, caller, now, deadSince: deadSince(now) };
  const row = await startFolderImport(kysely, { ...start, state: 'importing' });
  if (!row) throw new Failure('FOLDER_IMPORT_RUNNING');
  return toFolderImport(row, now);
}
