import { labPath } from '#contract/courses/lab-shapes';
import { labContradictions } from '#domain/labs/lab-contradictions';
import { LAB_LIMITS, type LabFiles, type LabSpec } from '#domain/labs/lab-spec';
import { missingFiles } from '#domain/labs/missing-files';
import { FileFaults, readYaml } from '../folders/read-yaml.ts';
import { type LabFile, labFile } from './lab-file.ts';
import type { WrittenLab } from './lab-spec-sql.ts';

export const PARTS = ['files', 'given', 'solution'] as const;
/** A fault of one file of a lab's folder. */
export interface LabFault {
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

/** What has no place in the folder of a lab. */
export const NO_PLACE = 'has no place here; expected: lab.yaml, files, given, solution';

/**
 * Reads a lab from the text of its files, by path (docs/course-folders.md). Throws LabFaults with every fault, those
 * first that were found already.
 */
export function readLabSource(given: LabFiles, found: readonly LabFault[] = []): WrittenLab {
  const faults = [...found];
  const source = inOrder(given);
  const say = (file: string, said: readonly string[]) =>
    faults.push(...said.map((each) => ({ file, said: each })));
  if (!Object.hasOwn(source, 'lab.yaml') && !found.some(({ file }) => file === 'lab.yaml'))
    say('lab.yaml', ['is missing']);
  for (const [path, text] of Object.entries(source)) say(path, fileFaults(path, text));
  const written = Object.hasOwn(source, 'lab.yaml') ? readFile(source['lab.yaml'] ?? '', say) : undefined;
  const parts = partsOf(source, written?.tabs);
  say('', limitFaults(parts));
  if (!written || faults.length > 0) throw new LabFaults(faults);
  const spec = specOf(written, parts.given);
  say('lab.yaml', [...labContradictions(written), ...missingFiles(spec, parts), ...lostTabs(written, parts)]);
  if (faults.length > 0) throw new LabFaults(faults);
  return { spec, files: parts.files, solution: parts.solution, source };
}

/** What an author may type, and no folder can hold. */
function fileFaults(path: string, text: string): string[] {
  if (path !== 'lab.yaml' && !PARTS.some((part) => path.startsWith(`${part}/`))) return [NO_PLACE];
  if (text.includes('\0') || !text.isWellFormed()) return ['is not UTF-8 text'];
  const isLarge = Buffer.byteLength(text) > LAB_LIMITS.bytes;
  return isLarge ? [`is larger than ${LAB_LIMITS.bytes / 1024} kB`] : [];
}

/** As a folder lists its files: by name, level by level. */
function inOrder(source: LabFiles): LabFiles {
  const levels = Object.entries(source).map(([path, text]) => ({ path, text, names: path.split('/') }));
  levels.sort((a, b) => {
    const at = a.names.findIndex((name, level) => name !== b.names[level]);
    return at >= 0 && (a.names[at] ?? '') < (b.names[at] ?? '') ? -1 : 1;
  });
  return Object.fromEntries(levels.map(({ path, text }) => [path, text]));
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

/** The files of each part; what learners start with in the order of the tabs. */
function partsOf(source: LabFiles, tabs: readonly string[] = []): Parts {
  const files = filesOf(source, 'files');
  const first = tabs.flatMap((path) =>
    Object.hasOwn(files, path) ? [[path, files[path] ?? ''] as const] : [],
  );
  return {
    files: { ...Object.fromEntries(first), ...files },
    given: filesOf(source, 'given'),
    solution: filesOf(source, 'solution'),
  };
}

function lostTabs({ tabs = [] }: LabFile, { files }: Parts): string[] {
  return tabs.filter((path) => !Object.hasOwn(files, path)).map((path) => `tabs: files/${path} is missing`);
}

type Parts = Readonly<Record<(typeof PARTS)[number], LabFiles>>;

function limitFaults({ files, given, solution }: Parts): string[] {
  const faults: string[] = [];
  if (Object.keys(files).length === 0) faults.push('files is missing: what a learner starts with');
  if (Object.keys(solution).length === 0) faults.push('solution is missing: what passes every check');
  for (const [name, part] of Object.entries({ files, given, solution }))
    for (const path of Object.keys(part).filter((each) => !labPath.safeParse(each).success))
      faults.push(`${name}/${path}: use letters, digits, and . _ - in names, and at most 6 levels`);
  for (const [name, part] of Object.entries({ files, given, solution }))
    for (const path of Object.keys(part).filter((each) => isFolder(each, part)))
      faults.push(`${name}/${path}: is a file and a folder`);
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

function isFolder(path: string, part: LabFiles): boolean {
  return Object.keys(part).some((each) => each.startsWith(`${path}/`));
}

function specOf({ limits, setup, ...rest }: LabFile, given: LabFiles): LabSpec {
  return {
    runner: rest.runner,
    given,
    ...(setup && { setup: setup.map((path) => path.replace(/^given\//, '')) }),
    ...(rest.typecheck && { typecheck: rest.typecheck }),
    ...(rest.new_files && { newFiles: true }),
    limits: { seconds: limits.seconds, runsPerHour: limits.runs_per_hour },
    pass: rest.pass,
    checks: rest.checks,
    hints: rest.hints,
  };
}
