import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BANK_FILE } from '../formats/bank-file.ts';

/** The files of banks in a folder, in its folder `banks`, and in the course folders in it. */
export async function findBankFiles(directory: string): Promise<{ directory: string; name: string }[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const inner = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  const folders = [directory, ...inner.map(({ name }) => join(directory, name)).sort()];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch(() => []);
      return names
        .filter((name) => BANK_FILE.test(name))
        .sort()
        .map((name) => ({ directory: folder, name }));
    }),
  );
  return found.flat();
}
