import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { labPath } from '#contract/courses/lab-shapes';
import { labContradictions } from '#domain/labs/lab-contradictions';
import { LAB_LIMITS, type LabFiles, type LabSpec } from '#domain/labs/lab-spec';
import { missingFiles } from '#domain/labs/missing-files';
import { readPlainFile } from '../folders/read-plain-file.ts';
import { FileFaults, readYaml } from '../folders/read-yaml.ts';
import { type LabFile, labFile } from './lab-file.ts';
import type { WrittenLab } from './lab-spec-sql.ts';

const PARTS = ['files', 'given', 'solution'] as const;
const IGNORED = /^\.|^README\.md$/i;

/** A fault of one file of a lab's folder. */
interface LabFault {
  /** By its path in the folder of the lab; empty: the folder itself. */
  readonly file: string;
  readonly said: string;
}

/** Faults of the files of a lab's folder. */
export class LabFaults extends Error {
  override name = 'LabFaults';
  readonly faults: readonly LabFault[];

  constructor(faults: readonly LabFault[]) {
    super(faults.map(({ file, said }) => `${file}: ${said}`).join('\n'));
    this.faults = faults;
  }
}

/** Reads the folder that makes a lab run (docs/course-folders.md). Throws LabFaults with every fault. */
export async function readLabFolder(directory: string): Promise<WrittenLab> {
  const faults: LabFault[] = [];
  const source = await readSource(directory, faults);
  const say = (file: string, said: readonly string[]) =>
    faults.push(...said.map((each) => ({ file, said: each })));
  const written = Object.hasOwn(source, 'lab.yaml') ? readFile(source['lab.yaml'] ?? '', say) : undefined;
  const [files, given, solution] = PARTS.map((part) => filesOf(source, part));
  if (!files || !given || !solution) throw new Error('a lab has three parts');
  say('', limitFaults({ files, given, solution }));
  if (!written || faults.length > 0) throw new LabFaults(faults);
  const spec = specOf(written, given);
  say('lab.yaml', [...labContradictions(written), ...missingFiles(spec, { files, given, solution })]);
  if (faults.length > 0) throw new LabFaults(faults);
  return { spec, files, solution, source };
}

/** The text of each file by its path; what has no place is a fault. */
async function readSource(directory: string, faults: LabFault[]): Promise<LabFiles> {
  const names = await walk(directory, '', faults);
  const source: Record<string, string> = {};
  for (const name of names) {
    try {
      source[name] = await readPlainFile(directory, name, LAB_LIMITS.bytes);
    } catch (error) {
      if (!(error instanceof FileFaults)) throw error;
      faults.push(...error.faults.map((said) => ({ file: name, said })));
    }
  }
  if (!names.includes('lab.yaml')) faults.push({ file: 'lab.yaml', said: 'is missing' });
  return source;
}

/** Paths of the files below a folder, in order; of one that holds far too many, the first. */
async function walk(directory: string, below: string, faults: LabFault[]): Promise<string[]> {
  const entries = await readdir(join(directory, below), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.name.startsWith('.') || (below === '' && IGNORED.test(entry.name))) continue;
    const hasPlace = below !== '' || path === 'lab.yaml' || PARTS.some((part) => part === path);
    if (!hasPlace)
      faults.push({ file: path, said: 'has no place here; expected: lab.yaml, files, given, solution' });
    else if (entry.isDirectory() && path !== 'lab.yaml') found.push(...(await walk(directory, path, faults)));
    else found.push(path);
    if (found.length > 3 * LAB_LIMITS.files + 1) break;
  }
  return found;
}

function readFile(text: string, say: (file: string, said: readonly string[]) => void): LabFile | undefined {
  try {
    return readYaml(text, labFile);
  } catch (error) {
    if (!(error instanceof FileFaults)) throw error;
    say('lab.yaml', error.faults);
    return undefined;
  }
}

function filesOf(source: LabFiles, part: string): LabFiles {
  const own = Object.entries(source).filter(([path]) => path.startsWith(`${part}/`));
  return Object.fromEntries(own.map(([path, text]) => [path.slice(part.length + 1), text]));
}

type Parts = Readonly<Record<(typeof PARTS)[number], LabFiles>>;

function limitFaults({ files, given, solution }: Parts): string[] {
  const faults: string[] = [];
  if (Object.keys(files).length === 0) faults.push('files is missing: what a learner starts with');
  if (Object.keys(solution).length === 0) faults.push('solution is missing: what passes every check');
  for (const [name, part] of Object.entries({ files, given, solution }))
    for (const path of Object.keys(part).filter((each) => !labPath.safeParse(each).success))
      faults.push(`${name}/${path}: use letters, digits, and . _ - in names, and at most 6 levels`);
  for (const [name, part] of [
    ['files', files],
    ['solution', solution],
  ] as const) {
    const together = Object.entries({ ...part, ...given });
    const said = Object.keys(given).length > 0 ? `${name} and given` : name;
    if (together.length > LAB_LIMITS.files) faults.push(`${said}: more than ${LAB_LIMITS.files} files`);
    const bytes = together.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
    if (bytes > LAB_LIMITS.bytes)
      faults.push(`${said}: ${Math.ceil(bytes / 1024)} kB, more than ${LAB_LIMITS.bytes / 1024} kB together`);
    for (const path of Object.keys(part).filter((each) => Object.hasOwn(given, each)))
      faults.push(`${name}/${path}: is in given, too, and what is given can't be edited`);
  }
  return faults;
}

function specOf({ limits, setup, ...rest }: LabFile, given: LabFiles): LabSpec {
  return {
    runner: rest.runner,
    given,
    ...(setup && { setup: setup.map((path) => path.replace(/^given\//, '')) }),
    ...(rest.typecheck && { typecheck: rest.typecheck }),
    limits: { seconds: limits.seconds, runsPerHour: limits.runs_per_hour },
    pass: rest.pass,
    checks: rest.checks,
    hints: rest.hints,
  };
}
