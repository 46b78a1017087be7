import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 24 * 3600 * 1000;

/** Removes what processes that ended in the middle of their work left in a folder: what was made more than a day ago. */
export async function removeAbandoned(parent: string, now: Date): Promise<void> {
  for (const name of await readdir(parent)) {
    const made = await stat(join(parent, name)).catch(() => null);
    if (made && now.getTime() - made.mtimeMs > DAY_MS)
      await rm(join(parent, name), { recursive: true, force: true });
  }
}
