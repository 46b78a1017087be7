import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Of the process that the workers of a run belong to. */
const folderOf = (runner: number) => join(tmpdir(), `lectern-run-${runner}`);

/** A folder that is made once in a run, by the first file of tests that asks for it. */
export async function onceInRun(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const shared = folderOf(process.ppid);
  mkdirSync(shared, { recursive: true });
  // Servers of databases run as another user when root runs the tests.
  chmodSync(shared, 0o711);
  const folder = join(shared, name);
  const lock = `${folder}-lock`;
  while (!existsSync(folder)) {
    try {
      mkdirSync(lock);
    } catch {
      // Another worker makes it.
      await wait(50);
      continue;
    }
    try {
      if (existsSync(folder)) break;
      const unfinished = `${folder}-part`;
      await make(unfinished);
      renameSync(unfinished, folder);
    } finally {
      rmSync(lock, { recursive: true });
    }
  }
  return folder;
}

/** At the end of a run, by the process that the workers belong to. */
export function removeWhatRunMade(): void {
  rmSync(folderOf(process.pid), { recursive: true, force: true });
}
