import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Puts another key in the place of ours, on the disk when this resolves; answers how to put ours back. */
export async function replaceAuthSecret(dataDir: string, secret: string): Promise<() => Promise<void>> {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, 'auth-secret');
  refuseOtherKey(secret);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const before = await readFile(file, 'utf8').catch(() => null);
  await write(file, `${secret}\n`);
  return async () => {
    if (before !== null) await write(file, before);
  };
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
}
