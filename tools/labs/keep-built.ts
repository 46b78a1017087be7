import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_FOLDER, type BuiltName, builtFile } from '#labs/player/built-files';

const root = join(import.meta.dirname, '..', '..');
interface Maker {
  readonly program: string;
  readonly makes: readonly BuiltName[];
  readonly flags?: readonly string[];
}

/** The programs that make them: each takes the folder of packages and the files or folders to write. */
const MAKERS: readonly Maker[] = [
  { program: 'page-script-process.ts', makes: ['page.js'] },
  { program: 'python-process.ts', makes: ['python-library.zip', 'python.snapshot'] },
  // Optimizing what runs for two seconds takes longer than it saves.
  { program: 'sql-cluster-process.ts', makes: ['sql-cluster.tar'], flags: ['--liftoff-only'] },
  { program: 'players-process.ts', makes: ['players'] },
];

/** Makes what players start from, unless it is there, and throws away that of another version. Throws when it can't be made. */
export function keepBuilt(name: BuiltName): string {
  const wanted = builtFile(root, name);
  const maker = MAKERS.find(({ makes }) => makes.includes(name));
  if (!maker) throw new Error(`Nothing makes ${name}`);
  const files = maker.makes.map((made) => builtFile(root, made));
  if (files.every((file) => existsSync(file))) return wanted;
  const folder = join(root, BUILT_FOLDER);
  mkdirSync(folder, { recursive: true });
  const unfinished = files.map((file) => `${file}.${process.pid}.part`);
  const args = [
    ...(maker.flags ?? []),
    join(import.meta.dirname, maker.program),
    join(root, 'node_modules'),
    ...unfinished,
  ];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} could not be made: ${stderr}`);
  for (const [index, file] of files.entries()) renameSync(unfinished[index] ?? '', file);
  for (const other of readdirSync(folder))
    if (maker.makes.some((made) => other.endsWith(`-${made}`)) && !files.includes(join(folder, other)))
      rmSync(join(folder, other), { recursive: true });
  return wanted;
}
