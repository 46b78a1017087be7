import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const BEFORE = 'auth-secret.before-restore';

/** A key that stands in the place of ours. */
export interface ReplacedSecret {
  /** File that has ours until `forget`; null where there is none. */
  readonly kept: string | null;
  readonly putBack: () => Promise<void>;
  /** Removes ours, and what earlier restores that were killed have kept. */
  readonly forget: () => Promise<void>;
}

/** Puts another key in the place of ours, on the disk when this resolves. Ours is kept beside it: we may be killed. */
export async function replaceAuthSecret(dataDir: string, secret: string): Promise<ReplacedSecret> {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, 'auth-secret');
  refuseOtherKey(secret);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const before = await readFile(file, 'utf8').catch(() => null);
  const kept = before === null || before.trim() === secret ? null : await keepKey(folder, before);
  await write(file, `${secret}\n`);
  return {
    kept,
    putBack: async () => {
      if (before !== null) await write(file, before);
      if (kept !== null) await rm(kept, { force: true });
    },
    forget: async () => {
      for (const name of await readdir(folder)) if (name.startsWith(BEFORE)) await rm(join(folder, name));
    },
  };
}

/** Answers the file. A restore that was killed has kept another key there: nobody knows yet which of them is needed. */
async function keepKey(folder: string, text: string, number = 1): Promise<string> {
  const file = join(folder, number === 1 ? BEFORE : `${BEFORE}-${number}`);
  if (!existsSync(file)) await write(file, text);
  else if ((await readFile(file, 'utf8')) !== text) return keepKey(folder, text, number + 1);
  return file;
}

/** Throws where a text can't be a key that Lectern has made. */
export function refuseOtherKey(secret: string): void {
  if (!/^[!-~]{32,1000}$/.test(secret)) throw new Error("The key in this file isn't a Lectern key.");
}

async function write(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  const folder = await open(dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}
