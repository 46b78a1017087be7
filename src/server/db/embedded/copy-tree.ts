import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from './database-password.ts';

interface CopyOptions {
  /** Decides by the path below the folder. */
  readonly keeps?: (path: string) => boolean;
  /** Told how many bytes the next file has; what it throws ends the copy. */
  readonly before?: (bytes: number) => void;
}

/** Copies a folder for its owner only, also while files in it come and go; on the disk when this resolves. */
export async function copyTree(
  from: string,
  to: string,
  { before = () => undefined, keeps = () => true }: CopyOptions = {},
): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for await (const { isFolder, path } of walk(from, keeps)) {
    if (isFolder) await mkdir(join(to, path), { mode: 0o700 });
    else await unlessDropped(() => copySynced(join(from, path), join(to, path), before));
  }
  for await (const { isFolder, path } of walk(to)) if (isFolder) syncDirectory(join(to, path));
  syncDirectory(to);
}

/** How many bytes a copy would have. */
export async function measureTree(from: string, keeps?: (path: string) => boolean): Promise<number> {
  let bytes = 0;
  for await (const { isFolder, path } of walk(from, keeps))
    if (!isFolder) bytes += (await unlessDropped(() => stat(join(from, path))))?.size ?? 0;
  return bytes;
}

/** Folders and files below a folder, each folder before what is in it. */
async function* walk(
  from: string,
  keeps: (path: string) => boolean = () => true,
  at = '',
): AsyncGenerator<{ readonly isFolder: boolean; readonly path: string }> {
  const entries = await unlessDropped(() => readdir(join(from, at), { withFileTypes: true }));
  for (const entry of entries ?? []) {
    const path = join(at, entry.name);
    if (!keeps(path)) continue;
    if (entry.isFile()) yield { isFolder: false, path };
    if (!entry.isDirectory()) continue;
    yield { isFolder: true, path };
    yield* walk(from, keeps, path);
  }
}

async function copySynced(from: string, to: string, before: (bytes: number) => void): Promise<void> {
  before((await stat(from)).size);
  await copyFile(from, to, constants.COPYFILE_EXCL);
  const handle = await open(to, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Undefined for what was dropped meanwhile: the log says so, too. */
async function unlessDropped<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
