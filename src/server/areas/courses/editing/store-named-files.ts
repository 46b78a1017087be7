import { createHash } from 'node:crypto';
import { PIECE_BYTES } from '#domain/media/limits';
import { storeLargeFile } from '#server/areas/media/blocks/store-large-file';
import { endingOf } from '#server/areas/media/ending-of';
import { storeFile, storePicture } from '#server/areas/media/store-file';
import { streamedType } from '#server/areas/media/streamed-type';
import type { Services } from '#server/services';
import { FolderError } from '../folders/course-folder.ts';
import { faultOf, pathOf, plainFile, readFolderFile } from '../folders/read-folder-file.ts';

/** What the relative addresses in a folder's texts lead to, as they are written: a kept file, or why there is none. */
export type FolderFiles = ReadonlyMap<string, { readonly address: string } | { readonly fault: string }>;

interface Named {
  /** Pictures that questions ask about. */
  readonly asked: readonly string[];
  /** What texts name. */
  readonly named: readonly string[];
  /** What a fault calls the folder. */
  readonly place: string;
}

/**
 * Keeps the files of a folder that are named by these relative addresses; the hashes say which and what is in them. Throws
 * a FolderError where a question asks about a picture that cannot be kept.
 */
export async function storeNamedFiles(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  directory: string,
  { asked, named, place }: Named,
): Promise<{ files: FolderFiles; hashes: readonly string[] }> {
  const files = new Map<string, { address: string } | { fault: string }>();
  const hashes: string[] = [];
  for (const url of new Set([...asked, ...named])) {
    try {
      const path = pathOf(url);
      const { address, sha256 } = await storeNamed(services, directory, {
        path,
        isAsked: asked.includes(url),
      });
      files.set(url, { address });
      hashes.push(JSON.stringify([path, sha256]));
    } catch (error) {
      const fault = faultOf(error);
      if (asked.includes(url)) throw new FolderError([`${place}/${url}: ${fault}`]);
      files.set(url, { fault });
    }
  }
  return { files, hashes };
}

/** A video may be larger than what is read at once; it is kept in blocks. */
async function storeNamed(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  directory: string,
  { isAsked, path }: { path: string; isAsked: boolean },
): Promise<{ address: string; sha256: string }> {
  const { bytes: size, file } = await plainFile(directory, path);
  if (!isAsked && size > PIECE_BYTES && streamedType(endingOf(path)))
    return storeLargeFile(services, file, path);
  const bytes = await readFolderFile(directory, path);
  const store = isAsked ? storePicture : storeFile;
  const { address } = await services.db.transaction((trx) => store(services, trx, bytes, path));
  return { address, sha256: createHash('sha256').update(bytes).digest('hex') };
}
