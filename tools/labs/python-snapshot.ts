import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { snapshotFile } from '#labs/player/python-snapshot';

const root = join(import.meta.dirname, '..', '..');

/** Makes the memory that players of Python start from, unless it is there; one of another version is thrown away. */
export async function keepPythonSnapshot(): Promise<string> {
  const file = snapshotFile(root);
  if (existsSync(file)) return file;
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}.part`;
  await runProcess([
    join(import.meta.dirname, 'make-snapshot-process.ts'),
    join(root, 'node_modules'),
    unfinished,
  ]);
  renameSync(unfinished, file);
  for (const name of readdirSync(folder))
    if (/^python-.*\.snapshot$/.test(name) && name !== basename(file)) rmSync(join(folder, name));
  return file;
}

function runProcess(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
      .on('error', reject)
      .on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error("The memory of a started Python couldn't be made")),
      );
  });
}
