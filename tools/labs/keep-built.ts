import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BUILT_FOLDER, type BuiltName, builtFile } from '#labs/player/built-files';

const root = join(import.meta.dirname, '..', '..');
/** The programs that make them: each takes the folder of packages and the file to write. */
const MAKERS: Readonly<Record<BuiltName, string>> = {
  'page.js': 'page-script-process.ts',
  'python.snapshot': 'python-snapshot-process.ts',
  'sql-cluster.tar': 'sql-cluster-process.ts',
};

/** Makes what players start from, unless it is there, and throws away that of another version. Throws when it can't be made. */
export function keepBuilt(name: BuiltName): string {
  const file = builtFile(root, name);
  if (existsSync(file)) return file;
  const folder = join(root, BUILT_FOLDER);
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}.part`;
  const args = [join(import.meta.dirname, MAKERS[name]), join(root, 'node_modules'), unfinished];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} could not be made: ${stderr}`);
  renameSync(unfinished, file);
  for (const other of readdirSync(folder))
    if (other.endsWith(`-${name}`) && other !== basename(file)) rmSync(join(folder, other));
  return file;
}
