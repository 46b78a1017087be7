import type { Entry } from '../store/formats.ts';
import type { Snapshot } from '../store/objects.ts';

/** What became of a file. */
export interface FileChange {
  readonly path: string;
  readonly before?: Entry;
  readonly after?: Entry;
  /** Its earlier name, if it was moved as it is. */
  readonly from?: string;
}

export function compareFiles(before: Snapshot, after: Snapshot): FileChange[] {
  const changes: FileChange[] = [];
  for (const path of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [old, now] = [before.get(path), after.get(path)];
    if (old?.oid === now?.oid && old?.mode === now?.mode) continue;
    changes.push({ path, ...(old && { before: old }), ...(now && { after: now }) });
  }
  return foundAgain(changes);
}

/** A file that is gone and one of the same content that has come are one that was moved. */
function foundAgain(changes: readonly FileChange[]): FileChange[] {
  const gone = changes.filter(({ after }) => after === undefined);
  const moved = new Map<FileChange, FileChange>();
  for (const change of changes) {
    if (change.before || !change.after) continue;
    const { oid } = change.after;
    const from = gone.find((one) => one.before?.oid === oid && ![...moved.values()].includes(one));
    if (from && oid !== EMPTY_BLOB) moved.set(change, from);
  }
  const sources = new Set(moved.values());
  return changes
    .filter((change) => !sources.has(change))
    .map((change) => {
      const source = moved.get(change);
      return source?.before ? { ...change, before: source.before, from: source.path } : change;
    });
}

const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

export function letterOf({ after, before, from }: FileChange): string {
  if (from !== undefined) return 'R';
  if (!before) return 'A';
  return after ? 'M' : 'D';
}

/** Whether a path is one of some, or below one. */
export function isAmong(path: string, wanted: readonly string[]): boolean {
  return (
    wanted.length === 0 ||
    wanted.some((each) => {
      if (each === '' || each === path || path.startsWith(`${each}/`)) return true;
      return isGlob(each) && globbed(each).test(path);
    })
  );
}

/** Whether a name fits one of some patterns; without any, each does. */
export function isNamed(name: string, patterns: readonly string[]): boolean {
  const fits = (each: string) => each === name || (isGlob(each) && globbed(each).test(name));
  return patterns.length === 0 || patterns.some(fits);
}

function isGlob(pattern: string): boolean {
  return /[*?[]/.test(pattern);
}

function globbed(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  try {
    return new RegExp(`^${source}$`);
  } catch {
    return /^$/;
  }
}

/** As Git writes names: letters beyond ASCII by their bytes. */
export function quotedPath(path: string): string {
  if (/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(path)) return path;
  const bytes = [...new TextEncoder().encode(path)].map((byte) => {
    const char = String.fromCharCode(byte);
    if (char === '"' || char === '\\') return `\\${char}`;
    if (char === '\t') return '\\t';
    if (char === '\n') return '\\n';
    return byte < 32 || byte > 126 ? `\\${byte.toString(8).padStart(3, '0')}` : char;
  });
  return `"${bytes.join('')}"`;
}
