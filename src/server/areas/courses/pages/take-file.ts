import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { readMedia } from '#server/areas/media/read-media';
import { safeName } from '#server/areas/media/safe-name';
import { asAddress, freeFileName } from '../folders/free-file-name.ts';
import { pathOf, readFolderFile } from '../folders/read-folder-file.ts';

/** Names in the course folder by the paths that files have in the folder of pages. */
export type TakenFiles = Map<string, string>;

/**
 * Chooses where the file that a page links to stands in the course folder; answers its address there. It keeps its path; a
 * file that lies beside everything else comes into `images` or `files`. Throws what `faultOf` says in words.
 */
export async function takeFile(
  source: string,
  taken: TakenFiles,
  { page, url }: { readonly page: string; readonly url: string },
): Promise<string> {
  // Programs that make sites of pages begin addresses at the root of the pages.
  const path = url.startsWith('/') ? pathOf(url.slice(1)) : pathOf(url, posix.dirname(page));
  const known = taken.get(path);
  if (known !== undefined) return asAddress(known);
  const { ending, size } = await readMedia(await readFolderFile(source, path), path);
  const placed = path.includes('/') ? path : `${size ? 'images' : 'files'}/${path}`;
  const name = freeFileName(safeName(placed, ending), taken.values());
  taken.set(path, name);
  return asAddress(name);
}

/** Writes the chosen files into the course folder, as they are. */
export async function copyTaken(source: string, target: string, taken: TakenFiles): Promise<void> {
  for (const [path, name] of taken) {
    await mkdir(dirname(join(target, name)), { recursive: true });
    await copyFile(join(source, path), join(target, name));
  }
}
