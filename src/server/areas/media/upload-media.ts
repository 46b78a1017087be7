import type { Transaction } from 'kysely';
import type { MediaFile } from '#contract/administration/media';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { notify } from '#server/db/notify';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { sumLibrary, touchCover } from './library-sql.ts';
import { loadFile } from './load-file.ts';
import { hasFile } from './media-sql.ts';
import { type ReadMedia, readCover, readMedia } from './read-media.ts';
import { refuseFull, refuseGrown } from './refuse-full.ts';
import { keepCover } from './store-cover.ts';
import { keepFile, notAPicture, sha256, touchKnown } from './store-file.ts';

interface Upload {
  readonly file: File;
  /** A cover may be opened by everybody; what a text shows or offers by who may read the text. */
  readonly use: 'text' | 'cover' | 'file';
  readonly alt: string;
}

/**
 * Keeps an uploaded picture or file; the same bytes again are the same one. Fails with BODY_TOO_LARGE, UNSUPPORTED_FILE,
 * MEDIA_FULL and RATE_LIMITED; the first two say in `fields.file` what is wrong.
 */
export async function uploadMedia(
  services: Services,
  caller: Caller,
  { alt, file, use }: Upload,
): Promise<MediaFile> {
  authorise(canAdminister(caller.viewer));
  const bytes = Buffer.from(await file.arrayBuffer());
  const source = sha256(bytes);
  const isCover = use === 'cover';
  const audit = (trx: Transaction<DB>, entityId: string) =>
    recordAudit(trx, caller, {
      action: 'media.upload',
      entity: 'media',
      entityId,
      after: { name: file.name, use, bytes: bytes.length },
    });
  const known = await services.db.transaction(async (trx) => {
    const before = await sumLibrary(trx);
    const row = await (isCover
      ? touchCover(trx, source, services.clock.now())
      : touchKnown(services, trx, source, file.name));
    if (row && 'width' in row && row.width === null && use !== 'file') throw notAPicture();
    // A file that was deleted in the library comes back, and needs room again.
    if (row) await refuseGrown(services, trx, before);
    if (row) await audit(trx, row.id);
    return row;
  });
  if (known) return loadFile(services, known.id);
  // Drawn before the transaction: it takes seconds, and others may be drawn first.
  const read = await (isCover ? readCover : readMedia)(bytes, file.name);
  if (read.size === null && use !== 'file') throw notAPicture();
  const owner = caller.viewer.kind === 'member' ? caller.viewer.userId : null;
  let kept: { readonly id: string } | undefined;
  const keeping = services.db.transaction(async (trx) => {
    const copies = read.copies.reduce((sum, copy) => sum + copy.bytes.length, 0);
    await refuseFull(services, trx, read.bytes.length + copies);
    kept = await (isCover ? keepCover : keepFile)(services, trx, {
      read,
      name: file.name,
      source,
      owner,
      alt,
    });
    await audit(trx, kept.id);
    await notify(trx, 'video');
    return kept.id;
  });
  const id = await keeping.catch(async (error: unknown) => {
    if (kept) await dropUnkept(services, kept.id, read, isCover);
    throw error;
  });
  return loadFile(services, id);
}

/** Takes back what was put into the store for a row that was not committed; one in the trash of the library was. */
async function dropUnkept(
  { db, storage }: Services,
  id: string,
  read: ReadMedia,
  isCover: boolean,
): Promise<void> {
  if (await hasFile(db.kysely, id)) return;
  const stem = isCover ? id : `content-${id}`;
  await storage.remove(`${stem}.${read.ending}`);
  for (const { width } of read.copies) await storage.remove(`${stem}-${width}.webp`);
}
