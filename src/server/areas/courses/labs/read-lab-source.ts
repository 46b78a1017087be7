import { contradictionWords } from '#contract/contradiction-words';
import type { LabFault } from '#contract/courses/lab-authoring';
import { labPath } from '#contract/courses/lab-shapes';
import { type LabContradiction, labContradictions } from '#domain/labs/lab-contradictions';
import { LAB_LIMITS, type LabFiles, type LabSpec } from '#domain/labs/lab-spec';
import { missingFiles } from '#domain/labs/missing-files';
import { perLanguage } from '#domain/language';
import { m } from '../../../../messages/messages.js';
import { FileFaults, readYaml } from '../folders/read-yaml.ts';
import { type LabFile, labFile } from './lab-file.ts';
import type { WrittenLab } from './lab-spec-sql.ts';

const inList = perLanguage((of) => new Intl.ListFormat(of));

export const PARTS = ['files', 'given', 'solution'] as const;

/** The key or the check of `lab.yaml` that a fault is about. */
export type KeyOfLab = Pick<LabContradiction, 'field' | 'check'>;

/** A fault of one file of a lab's folder. */
export interface SourceFault extends LabFault {
  readonly about?: KeyOfLab;
}

/** Faults of the files of a lab's folder. */
export class LabFaults extends Error {
  override name = 'LabFaults';
  readonly faults: readonly SourceFault[];

  constructor(faults: readonly SourceFault[]) {
    super(faults.map(({ file, said }) => `${file}: ${said}`).join('\n'));
    this.faults = faults;
  }
}

/** Of what has no place in the folder of a lab. */
export function noPlace(): string {
  return m.reports_has_no_place({ expected: ['lab.yaml', ...PARTS].join(', ') });
}

/**
 * Reads a lab from the text of its files, by path (docs/course-folders.md). Throws LabFaults with every fault, those
 * first that were found already.
 */
export function readLabSource(given: LabFiles, found: readonly LabFault[] = []): WrittenLab {
  const faults: SourceFault[] = [...found];
  const source = inOrder(given);
  if (!Object.hasOwn(source, 'lab.yaml') && !found.some(({ file }) => file === 'lab.yaml'))
    faults.push(of('lab.yaml', m.reports_is_missing()));
  for (const [path, text] of Object.entries(source)) faults.push(...fileFaults(path, text));
  const written = Object.hasOwn(source, 'lab.yaml') ? readFile(source['lab.yaml'] ?? '', faults) : undefined;
  const parts = partsOf(source, written?.tabs);
  faults.push(...limitFaults(parts));
  if (!written || faults.length > 0) throw new LabFaults(faults);
  const spec = specOf(written, parts.given);
  const contradictions = [...labContradictions(written), ...missingFiles(spec, parts)];
  faults.push(
    ...contradictions.map((about) => ({ ...of('lab.yaml', contradictionWords(about)), about })),
    ...lostTabs(written, parts),
  );
  if (faults.length > 0) throw new LabFaults(faults);
  return { spec, files: parts.files, solution: parts.solution, source };
}

/** A fault of a file as a whole. */
function of(file: string, said: string): LabFault {
  return { file, line: null, said };
}

/** What an author may type, and no folder can hold. */
function fileFaults(path: string, text: string): LabFault[] {
  if (path !== 'lab.yaml' && !PARTS.some((part) => path.startsWith(`${part}/`))) return [of(path, noPlace())];
  if (text.includes('\0') || !text.isWellFormed()) return [of(path, m.reports_is_not_utf8())];
  if (Buffer.byteLength(text) <= LAB_LIMITS.bytes) return [];
  const size = m.reports_kilobytes({ number: LAB_LIMITS.bytes / 1024 });
  return [of(path, m.reports_is_larger_than({ size }))];
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

function readFile(text: string, faults: SourceFault[]): LabFile | undefined {
  try {
    return readYaml(text, labFile);
  } catch (error) {
    if (!(error instanceof FileFaults)) throw error;
    faults.push(...error.placed.map((fault) => ({ file: 'lab.yaml', ...fault })));
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

function lostTabs({ tabs = [] }: LabFile, { files }: Parts): SourceFault[] {
  const lost = tabs.filter((path) => !Object.hasOwn(files, path));
  return lost.map((path) => ({
    ...of('lab.yaml', `tabs: ${m.reports_file_is_missing({ path: `files/${path}` })}`),
    about: { field: 'tabs' },
  }));
}

type Parts = Readonly<Record<(typeof PARTS)[number], LabFiles>>;

function limitFaults({ files, given, solution }: Parts): LabFault[] {
  const faults: LabFault[] = [];
  if (Object.keys(files).length === 0) faults.push(of('', m.reports_files_are_missing()));
  if (Object.keys(solution).length === 0) faults.push(of('', m.reports_solution_is_missing()));
  for (const [name, part] of Object.entries({ files, given, solution }))
    for (const path of Object.keys(part).filter((each) => !labPath.safeParse(each).success))
      faults.push(of(`${name}/${path}`, m.reports_use_plain_names()));
  for (const [name, part] of Object.entries({ files, given, solution }))
    for (const path of Object.keys(part).filter((each) => isFolder(each, part)))
      faults.push(of(`${name}/${path}`, m.reports_is_a_file_and_a_folder()));
  for (const [name, part] of [
    ['files', files],
    ['solution', solution],
  ] as const) {
    const together = Object.entries({ ...part, ...given });
    const names = inList().format(Object.keys(given).length > 0 ? [name, 'given'] : [name]);
    if (together.length > LAB_LIMITS.files)
      faults.push(of('', `${names}: ${m.reports_more_than_files({ number: LAB_LIMITS.files })}`));
    const bytes = together.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
    const [kilobytes, most] = [Math.ceil(bytes / 1024), LAB_LIMITS.bytes / 1024];
    if (bytes > LAB_LIMITS.bytes)
      faults.push(of('', `${names}: ${m.reports_is_larger_together({ kilobytes, most })}`));
    for (const path of Object.keys(part).filter((each) => Object.hasOwn(given, each)))
      faults.push(of(`${name}/${path}`, m.reports_is_in_given_too()));
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
