import type { Storage } from '#server/platform/storage';
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
/** A picture up to this size is read at once. */
const AT_ONCE_BYTES = 1024 * 1024;

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
    const content = await openPicture({ db, storage }, { file, id, ending }, partBytes);
    return content && { file: content, mime: picture, download: null };
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

/**
 * Nearly every picture is small and read with one question. Of a larger one whoever takes it slowly holds a part in memory only; of a
 * smaller copy nobody wrote down how large it is, and it can't be much larger.
 */
async function openPicture(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  { ending, file, id }: { file: string; id: string; ending: string },
  partBytes: number | undefined,
): Promise<StoredFile | null> {
  const key = mediaKey(id, ending);
  const begun = await storage.get(key, { start: 0, end: AT_ONCE_BYTES - 1 });
  if (begun && begun.length < AT_ONCE_BYTES) return wholeFile(begun);
  const row = begun ? await selectFile(db.kysely, id) : undefined;
  if (begun && row?.ending === ending)
    return blockFile(withBeginning(storage, begun), [{ key, bytes: row.bytes }], partBytes);
  // A drawing that was public is moved by a chore (decision 75): until then it is where it was.
  const whole = begun ? await storage.get(key) : ending === 'svg' ? await storage.get(file) : null;
  return whole && wholeFile(whole);
}

/** A store that isn't asked again for how a file begins; that is let go once somebody reads on. */
function withBeginning(storage: Pick<Storage, 'get'>, bytes: Uint8Array): Pick<Storage, 'get'> {
  let begun: Uint8Array | null = bytes;
  return {
    async get(key, range) {
      const first = range && begun?.subarray(range.start, range.end + 1);
      if (!range || !first?.length) {
        begun = null;
        return storage.get(key, range);
      }
      const missing = range.start + first.length;
      if (missing > range.end) return first;
      const rest = await storage.get(key, { start: missing, end: range.end });
      return rest && Buffer.concat([first, rest]);
    },
  };
}
