import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 24 * 3600 * 1000;

/** Removes what processes that ended in the middle of their work left in a folder: what nobody has touched for this long. */
export async function removeAbandoned(parent: string, now: Date, ageMs = DAY_MS): Promise<void> {
  for (const name of await readdir(parent)) {
    const found = await stat(join(parent, name)).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > ageMs)
      await rm(join(parent, name), { recursive: true, force: true });
  }
}
