import { createHash } from 'node:crypto';
import type { MediaFile, VideoFacts } from '#contract/administration/media';
import { canAdminister } from '#domain/access/can-administer';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { Reader } from '#server/db/client';
import { notify } from '#server/db/notify';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { type Block, blockFile, WHOLE_BLOCKS } from '../blocks/block-file.ts';
import { insertLargeFile } from '../blocks/insert-large-file.ts';
import { endingOf } from '../ending-of.ts';
import { loadFile } from '../load-file.ts';
import { HEAD_BYTES, invalidFile, streamedType } from '../streamed-type.ts';
import { closeUpload, selectFinished, selectUpload, type UploadRow } from './upload-sql.ts';

interface Finish {
  readonly id: string;
  readonly alt: string;
  /** As the browser sees it; null: not a video, or one that this browser can't play. */
  readonly video: VideoFacts | null;
}

/**
 * Makes a file of the library of an upload that has arrived; the same bytes again are the same file. A repeated call
 * answers the same. Fails with MEDIA_NOT_FOUND, UPLOAD_MOVED while bytes are missing, and UNSUPPORTED_FILE, which says in
 * `fields.file` what is wrong, and gives the upload up.
 */
export async function finishUpload(services: Services, caller: Caller, finish: Finish): Promise<MediaFile> {
  authorise(canAdminister(caller.viewer));
  const ownerId = signedIn(caller).userId;
  const upload = await selectUpload(services.db.kysely, { id: finish.id, ownerId });
  const finished = async (db: Reader) =>
    (await selectFinished(db, { id: finish.id, ownerId }))?.id ?? finish.id;
  if (!upload) return loadFile(services, await finished(services.db.kysely));
  if (upload.received !== upload.bytes) throw new Failure('UPLOAD_MOVED');
  await checkType(services, upload);
  const sha256 = await hashOf(services, upload.blocks);
  const id = await services.db.transaction(async (trx) => {
    const locked = await selectUpload(trx, { id: upload.id, ownerId, lock: true });
    if (!locked) return finished(trx);
    const { blocks, bytes, name } = upload;
    const { alt, video } = finish;
    const large = { id: upload.id, name, bytes, sha256, blocks, ownerId, alt, video };
    const kept = await insertLargeFile(services, trx, large);
    // Its blocks are given up with it, unless they are the file now.
    if (kept === upload.id) await closeUpload(trx, upload.id);
    else await trx.deleteFrom('media_uploads').where('id', '=', upload.id).execute();
    await recordAudit(trx, caller, {
      action: 'media.upload',
      entity: 'media',
      entityId: kept,
      after: {
        name: upload.name,
        use: 'file',
        bytes: upload.bytes,
        // Whoever lost the reply asks by this id.
        ...(kept !== upload.id && { upload: upload.id }),
      },
    });
    await notify(trx, 'video');
    return kept;
  });
  return loadFile(services, id);
}

async function checkType(services: Services, { blocks, bytes, id, name }: UploadRow): Promise<void> {
  const ending = endingOf(name);
  const head = await readAll(blockFile(services.storage, blocks).read(0, Math.min(bytes, HEAD_BYTES) - 1));
  if (streamedType(ending)?.matches(head)) return;
  await services.db.kysely.deleteFrom('media_uploads').where('id', '=', id).execute();
  throw invalidFile(ending);
}

/** One block is in memory at a time. */
async function hashOf({ storage }: Pick<Services, 'storage'>, blocks: readonly Block[]): Promise<string> {
  const hash = createHash('sha256');
  const { read, size } = blockFile(storage, blocks, WHOLE_BLOCKS);
  for await (const part of read(0, size - 1) as ReadableStream<Uint8Array>) hash.update(part);
  return hash.digest('hex');
}

async function readAll(parts: AsyncIterable<Uint8Array> | Iterable<number>): Promise<Buffer> {
  if (parts instanceof Uint8Array) return Buffer.from(parts);
  const read: Uint8Array[] = [];
  for await (const part of parts as AsyncIterable<Uint8Array>) read.push(part);
  return Buffer.concat(read);
}
