import type { FolderImport } from '#contract/courses/folders';
import { canAdminister } from '#domain/access/can-administer';
import { MAX_FOLDERS_GIGABYTES } from '#domain/courses/folder-import';
import { findUpload } from '#server/areas/media/uploads/append-upload';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { queueImport } from './queue-import.ts';

/**
 * Asks to check an upload that has arrived: what an import would do, without doing it. A process does it in the background
 * (`startNextImport`); `getImport` answers how far it is. Fails with MEDIA_NOT_FOUND, UPLOAD_MOVED while bytes are missing, and FOLDER_IMPORT_RUNNING.
 */
export async function checkFolders(
  services: Services,
  caller: Caller,
  { upload: id }: { upload: string },
): Promise<FolderImport> {
  authorise(canAdminister(caller.viewer));
  const upload = await findUpload(services, caller, id);
  if (upload.received !== upload.bytes) throw new Failure('UPLOAD_MOVED');
  if (upload.bytes > MAX_FOLDERS_GIGABYTES * 1024 ** 3)
    throw new Failure('BODY_TOO_LARGE', {
      fields: { file: m.faults_the_zip_file_must_be_gb_or({ number: MAX_FOLDERS_GIGABYTES }) },
    });
  return queueImport(services, caller, { upload, state: 'checking', force: false });
}
