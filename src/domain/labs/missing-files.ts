import type { LabContradiction } from './lab-contradictions.ts';
import type { LabFiles, LabSpec, Probe } from './lab-spec.ts';

/** Endings that a module may be named without. */
const ENDINGS = ['', '.js', '.ts', '.mjs', '.mts', '/index.js', '/index.ts'];

type Parts = Readonly<Record<'files' | 'given' | 'solution', LabFiles>>;

/** Files that the checks name, and nobody has. */
export function missingFiles(
  { checks, setup = [] }: LabSpec,
  { files, given, solution }: Parts,
): LabContradiction[] {
  const all = { ...files, ...solution, ...given };
  const has = (path: string) => ENDINGS.some((ending) => Object.hasOwn(all, path + ending));
  return [
    ...setup
      .filter((path) => !Object.hasOwn(given, path))
      .map(
        (path): LabContradiction => ({
          field: 'setup',
          conflict: { code: 'file-missing', path: `given/${path}` },
        }),
      ),
    ...checks.flatMap(({ id, probe }) =>
      namedFiles(probe)
        .filter((path) => !has(path))
        .map(
          (path): LabContradiction => ({
            field: 'checks',
            check: id,
            conflict: { code: 'file-in-no-part', path },
          }),
        ),
    ),
  ];
}

function namedFiles(probe: Probe): string[] {
  if ('module' in probe) return [probe.module];
  if (probe.kind === 'dom') return [probe.page];
  return 'file' in probe && probe.file !== undefined ? [probe.file] : [];
}
