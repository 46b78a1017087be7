import type { Caller, Services } from '#server/services';
import { findUpload } from './append-upload.ts';

/** Gives up an upload of one's own with all that has arrived. Fails with MEDIA_NOT_FOUND. */
export async function cancelUpload(
  services: Pick<Services, 'db'>,
  caller: Caller,
  id: string,
): Promise<void> {
  const upload = await findUpload(services, caller, id);
  await services.db.kysely.deleteFrom('media_uploads').where('id', '=', upload.id).execute();
}
