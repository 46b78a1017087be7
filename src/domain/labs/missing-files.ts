import type { LabFiles, LabSpec, Probe } from './lab-spec.ts';

/** Endings that a module may be named without. */
const ENDINGS = ['', '.js', '.ts', '.mjs', '.mts', '/index.js', '/index.ts'];

type Parts = Readonly<Record<'files' | 'given' | 'solution', LabFiles>>;

/** Files that the checks name, and nobody has. */
export function missingFiles({ checks, setup = [] }: LabSpec, { files, given, solution }: Parts): string[] {
  const all = { ...files, ...solution, ...given };
  const has = (path: string) => ENDINGS.some((ending) => Object.hasOwn(all, path + ending));
  return [
    ...setup.filter((path) => !Object.hasOwn(given, path)).map((path) => `setup: given/${path} is missing`),
    ...checks.flatMap(({ id, probe }) =>
      namedFiles(probe)
        .filter((path) => !has(path))
        .map((path) => `check ${id}: ${path} is in none of files, given, and solution`),
    ),
  ];
}

function namedFiles(probe: Probe): string[] {
  if ('module' in probe) return [probe.module];
  if (probe.kind === 'dom') return [probe.page];
  return 'file' in probe && probe.file !== undefined ? [probe.file] : [];
}
