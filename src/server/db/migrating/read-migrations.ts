import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the product's own migrations are. */
export const MIGRATIONS = join(import.meta.dirname, '..', 'migrations');

export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/** The names of a folder's `.sql` files, in order. */
export async function migrationNames(directory = MIGRATIONS): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
}

/** Every `.sql` file of a folder in the order of its name. */
export async function readMigrations(directory = MIGRATIONS): Promise<Migration[]> {
  const names = await migrationNames(directory);
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
