import type { Services } from '#server/services';
import { blockFile, type StoredFile, wholeFile } from './blocks/block-file.ts';
import { endingOf } from './ending-of.ts';
import { PICTURE_TYPES } from './file-types.ts';
import { mediaKey } from './media-key.ts';
import { selectFile } from './media-sql.ts';
import { selectPieces } from './renditions/renditions-sql.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Of a smaller size of a video. */
const SEGMENTS = 'm4s';

export interface OpenedMedia {
  readonly file: StoredFile;
  readonly mime: string;
  /** What the download is called; null for pictures, which are shown. */
  readonly download: string | null;
}

/**
 * A file of lessons or exams, read in parts of so many bytes (see `blockFile`); null where there is none. Whether the caller may
 * have it is decided before.
 */
export async function openMedia(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  file: string,
  partBytes?: number,
): Promise<OpenedMedia | null> {
  const ending = endingOf(file);
  const id = file.slice(0, -ending.length - 1);
  const picture = PICTURE_TYPES[ending];
  if (picture !== undefined) {
    // A drawing that was public is moved by a chore (decision 75): until then it is where it was.
    const bytes =
      (await storage.get(mediaKey(id, ending))) ?? (ending === 'svg' ? await storage.get(file) : null);
    return bytes ? { file: wholeFile(bytes), mime: picture, download: null } : null;
  }
  if (ending === SEGMENTS) {
    const pieces = UUID.test(id) ? await selectPieces(db.kysely, id) : undefined;
    return pieces ? { file: blockFile(storage, pieces, partBytes), mime: 'video/mp4', download: null } : null;
  }
  const row = await selectFile(db.kysely, id);
  if (!row?.name || row.ending !== ending) return null;
  const download = row.name.slice(row.name.lastIndexOf('/') + 1);
  const key = mediaKey(id, ending);
  const isThere = row.blocks !== null || (await storage.get(key, { start: 0, end: 0 })) !== null;
  const blocks = row.blocks ?? [{ key, bytes: row.bytes }];
  return isThere ? { file: blockFile(storage, blocks, partBytes), mime: row.mime, download } : null;
}
