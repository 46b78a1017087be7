import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COPY_PREFIX } from './make-copy-folder.ts';

/** As mkdtemp names them. */
const NAME = new RegExp(`^${COPY_PREFIX}\\w{6}$`);
/** A download that takes longer has failed long ago; a younger one may be another process's. */
const ABANDONED_MS = 24 * 3600 * 1000;

/** Removes what processes that ended in the middle of a download left. Other schools and users share the folder around. */
export async function removeAbandonedCopies(now: Date): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!NAME.test(name)) continue;
    const path = join(tmpdir(), name);
    const made = await lstat(path).catch(() => null);
    if (!made?.isDirectory() || made.uid !== process.getuid?.()) continue;
    if (now.getTime() - made.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}
