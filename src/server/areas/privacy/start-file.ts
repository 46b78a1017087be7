import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Larger files wait on the disk: a slow download holds no more than this of each. */
const MOST_HELD = 64 * 1024;

/** A file of the copy, by its content or by where it is. */
export type Spooled = { readonly name: string } & ({ readonly content: string } | { readonly path: string });

interface StartedFile {
  readonly append: (text: string) => Promise<void>;
  readonly end: () => Promise<Spooled>;
}

/** A file of the copy that is written bit by bit: in memory while it is small, else into the folder. */
export function startFile(name: string, folder: string): StartedFile {
  const path = join(folder, name);
  let held = '';
  let flag = 'ax';
  const write = async () => {
    await appendFile(path, held, { flag, mode: 0o600 });
    held = '';
    flag = 'a';
  };
  return {
    append: async (text) => {
      held += text;
      if (held.length > MOST_HELD) await write();
    },
    end: async () => {
      if (flag === 'ax') return { name, content: held };
      await write();
      return { name, path };
    },
  };
}
