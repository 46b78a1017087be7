import { canAdminister } from '#domain/access/can-administer';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { keepFiles } from '#server/db/given-up/given-up-sql';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { putBlock } from '../blocks/put-block.ts';
import { appendBlock, selectFinished, selectUpload, type UploadRow } from './upload-sql.ts';

/** An upload of one's own. Fails with MEDIA_NOT_FOUND; a finished one is no upload any more. */
export async function findUpload(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  id: string,
): Promise<UploadRow> {
  authorise(canAdminister(caller.viewer));
  const upload = await selectUpload(db.kysely, { id, ownerId: signedIn(caller).userId });
  if (!upload) throw new Failure('MEDIA_NOT_FOUND');
  return upload;
}

/**
 * How much of an upload of one's own has arrived: all of it also where it is a file by now, as the reply that said so may have
 * been lost. Fails with MEDIA_NOT_FOUND.
 */
export async function findProgress(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  id: string,
): Promise<Pick<UploadRow, 'bytes' | 'received'>> {
  authorise(canAdminister(caller.viewer));
  const own = { id, ownerId: signedIn(caller).userId };
  const upload = await selectUpload(db.kysely, own);
  if (upload) return upload;
  const finished = await selectFinished(db.kysely, own);
  if (!finished) throw new Failure('MEDIA_NOT_FOUND');
  return { bytes: finished.bytes, received: finished.bytes };
}

/**
 * Keeps the next bytes of an upload; answers how many there are then. Fails with UPLOAD_MOVED where the upload has not
 * exactly `offset` bytes, because another tab or a repeated request added some meanwhile.
 */
export async function appendUpload(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  caller: Caller,
  { bytes, id, offset }: { id: string; offset: number; bytes: Uint8Array },
): Promise<number> {
  const upload = await findUpload(services, caller, id);
  if (upload.received !== offset) throw new Failure('UPLOAD_MOVED');
  if (offset + bytes.length > upload.bytes)
    throw new Failure('BODY_TOO_LARGE', { fields: { file: m.faults_this_is_more_than_the_file_has() } });
  if (bytes.length === 0) return offset;
  const block = await putBlock(services, id, bytes);
  const now = services.clock.now();
  await services.db.transaction(async (trx) => {
    if (!(await appendBlock(trx, { id, offset, block, now }))) throw new Failure('UPLOAD_MOVED');
    await keepFiles(trx, [block.key], now);
  });
  return offset + bytes.length;
}
