import { type FileChange, letterOf, quotedPath } from './changes.ts';
import { type Change, diffLines, splitLines } from './lines.ts';

const NO_NAME = '0'.repeat(7);
const decoder = new TextDecoder();

/** Gives the content of an entry: from the objects, or from the folder of the work. */
export type ReadContent = (change: FileChange, side: 'after' | 'before') => Promise<Uint8Array>;

export interface Contents {
  readonly before: string;
  readonly after: string;
  readonly isBinary: boolean;
}

export async function readContents(change: FileChange, read: ReadContent): Promise<Contents> {
  const before = change.before ? await read(change, 'before') : new Uint8Array();
  const after = change.after ? await read(change, 'after') : new Uint8Array();
  const isBinary = [before, after].some((bytes) => bytes.subarray(0, 8000).includes(0));
  return { before: decoder.decode(before), after: decoder.decode(after), isBinary };
}

/** The lines of `git diff` for one file. */
export function patchOf(change: FileChange, contents: Contents, context = 3): string {
  const { after, before, from, path } = change;
  const [old, now] = [quotedPath(`a/${from ?? path}`), quotedPath(`b/${path}`)];
  const head = [`diff --git ${old} ${now}`];
  if (!before && after) head.push(`new file mode ${modeOf(after.mode)}`);
  else if (before && !after) head.push(`deleted file mode ${modeOf(before.mode)}`);
  else if (before && after && before.mode !== after.mode)
    head.push(`old mode ${modeOf(before.mode)}`, `new mode ${modeOf(after.mode)}`);
  if (from !== undefined)
    head.push('similarity index 100%', `rename from ${quotedPath(from)}`, `rename to ${quotedPath(path)}`);
  if (before?.oid !== after?.oid) {
    const mode = before && after && before.mode === after.mode ? ` ${modeOf(after.mode)}` : '';
    head.push(`index ${before?.oid.slice(0, 7) ?? NO_NAME}..${after?.oid.slice(0, 7) ?? NO_NAME}${mode}`);
  }
  const [oldName, nowName] = [before ? old : '/dev/null', after ? now : '/dev/null'];
  if (contents.isBinary) return `${head.join('\n')}\nBinary files ${oldName} and ${nowName} differ\n`;
  const hunks = hunksOf(contents.before, contents.after, context);
  return `${head.join('\n')}\n${hunks === '' ? '' : `--- ${oldName}\n+++ ${nowName}\n${hunks}`}`;
}

export function modeOf(mode: number): string {
  return mode.toString(8).padStart(6, '0');
}

/** Lines of context around each change; changes whose lines meet share a hunk. */
function hunksOf(before: string, after: string, context: number): string {
  const [from, to] = [splitLines(before), splitLines(after)];
  const groups: Change[][] = [];
  for (const change of diffLines(from, to)) {
    const last = groups.at(-1)?.at(-1);
    if (last && change.fromStart - last.fromEnd <= 2 * context) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  let searched = -1;
  let heading = '';
  return groups
    .map((changes) => {
      const start = Math.max(0, (changes[0]?.fromStart ?? 0) - context);
      for (let at = start - 1; at > searched; at -= 1) {
        if (!/^[A-Za-z_$]/.test(from[at] ?? '')) continue;
        heading = ` ${(from[at] ?? '').trimEnd().slice(0, 80)}`;
        break;
      }
      searched = start - 1;
      return hunkOf(from, to, changes, { context, heading });
    })
    .join('');
}

function hunkOf(
  from: readonly string[],
  to: readonly string[],
  changes: readonly Change[],
  { context, heading }: { context: number; heading: string },
): string {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return '';
  const lead = Math.min(context, first.fromStart);
  const tail = Math.min(context, from.length - last.fromEnd);
  const [fromStart, fromEnd] = [first.fromStart - lead, last.fromEnd + tail];
  const [toStart, toEnd] = [first.toStart - lead, last.toEnd + tail];
  const lines: string[] = [];
  let at = fromStart;
  for (const { fromEnd: end, fromStart: start, toEnd: newEnd, toStart: newStart } of changes) {
    lines.push(...from.slice(at, start).map((line) => shown(' ', line)));
    lines.push(...from.slice(start, end).map((line) => shown('-', line)));
    lines.push(...to.slice(newStart, newEnd).map((line) => shown('+', line)));
    at = end;
  }
  lines.push(...from.slice(at, fromEnd).map((line) => shown(' ', line)));
  return `@@ -${span(fromStart, fromEnd)} +${span(toStart, toEnd)} @@${heading}\n${lines.join('')}`;
}

function span(start: number, end: number): string {
  const count = end - start;
  if (count === 1) return String(start + 1);
  return `${count === 0 ? start : start + 1},${count}`;
}

function shown(sign: string, line: string): string {
  return line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}

/** How many lines a file gained and lost. */
export interface Counts {
  readonly change: FileChange;
  readonly added: number;
  readonly removed: number;
  readonly isBinary: boolean;
  readonly sizes: readonly [number, number];
}

export function countsOf(change: FileChange, { after, before, isBinary }: Contents): Counts {
  let [added, removed] = [0, 0];
  if (!isBinary && before !== after) {
    for (const { fromEnd, fromStart, toEnd, toStart } of diffLines(splitLines(before), splitLines(after))) {
      added += toEnd - toStart;
      removed += fromEnd - fromStart;
    }
  }
  return { change, added, removed, isBinary, sizes: [before.length, after.length] };
}

const WIDTH = 80;

/** `--stat`: a line for each file, and their sum. */
export function statOf(counts: readonly Counts[]): string {
  if (counts.length === 0) return '';
  const nameOf = ({ change: { from, path } }: Counts) =>
    from === undefined ? quotedPath(path) : movedName(from, path);
  const most = Math.max(...counts.map(({ added, removed }) => added + removed));
  const hasBinary = counts.some(({ isBinary }) => isBinary);
  const digits = Math.max(String(most).length, hasBinary ? 3 : 0);
  const longest = Math.max(...counts.map((one) => nameOf(one).length));
  const graph = Math.min(most, WIDTH - Math.min(longest, 50) - digits - 5);
  const nameWidth = Math.min(longest, WIDTH - graph - digits - 5);
  const lines = counts.map((one) => {
    const name = shortened(nameOf(one), nameWidth).padEnd(nameWidth);
    if (one.isBinary)
      return ` ${name} | ${'Bin'.padStart(digits)} ${one.sizes[0]} -> ${one.sizes[1]} bytes\n`;
    const { added, removed } = one;
    const signs = bars(added, removed, { most, graph });
    return ` ${name} | ${String(added + removed).padStart(digits)}${signs === '' ? '' : ` ${signs}`}\n`;
  });
  return lines.join('') + sumOf(counts);
}

function shortened(name: string, width: number): string {
  return name.length <= width ? name : `...${name.slice(name.length - width + 3)}`;
}

function bars(added: number, removed: number, { graph, most }: { graph: number; most: number }): string {
  if (most <= graph) return '+'.repeat(added) + '-'.repeat(removed);
  const scaled = (count: number) => (count === 0 ? 0 : 1 + Math.floor((count * (graph - 1)) / most));
  let total = scaled(added + removed);
  if (total < 2 && added > 0 && removed > 0) total = 2;
  const plus = added < removed ? scaled(added) : total - scaled(removed);
  return '+'.repeat(plus) + '-'.repeat(total - plus);
}

/** ` 2 files changed, 3 insertions(+), 1 deletion(-)` */
export function sumOf(counts: readonly Counts[]): string {
  const added = counts.reduce((sum, one) => sum + one.added, 0);
  const removed = counts.reduce((sum, one) => sum + one.removed, 0);
  const parts = [` ${counts.length} file${counts.length === 1 ? '' : 's'} changed`];
  if (added > 0 || removed === 0) parts.push(` ${added} insertion${added === 1 ? '' : 's'}(+)`);
  if (removed > 0 || added === 0) parts.push(` ${removed} deletion${removed === 1 ? '' : 's'}(-)`);
  return counts.length === 0 ? '' : `${parts.join(',')}\n`;
}

/** `{a => b}/c`: what two names share is said once. */
export function movedName(from: string, to: string): string {
  const [a, b] = [from.split('/'), to.split('/')];
  let start = 0;
  while (start < Math.min(a.length, b.length) - 1 && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  if (start === 0 && end === 0) return `${from} => ${to}`;
  const middle = `{${a.slice(start, a.length - end).join('/')} => ${b.slice(start, b.length - end).join('/')}}`;
  return [...a.slice(0, start), middle, ...a.slice(a.length - end)].join('/');
}

/** ` create mode 100644 file`, as after a commit. */
export function summaryOf(changes: readonly FileChange[]): string {
  return changes
    .map((change) => {
      const { after, before, from, path } = change;
      if (from !== undefined) return ` rename ${movedName(from, path)} (100%)\n`;
      if (!before && after) return ` create mode ${modeOf(after.mode)} ${quotedPath(path)}\n`;
      if (before && !after) return ` delete mode ${modeOf(before.mode)} ${quotedPath(path)}\n`;
      if (before && after && before.mode !== after.mode)
        return ` mode change ${modeOf(before.mode)} => ${modeOf(after.mode)} ${quotedPath(path)}\n`;
      return '';
    })
    .join('');
}

export function nameStatusOf(changes: readonly FileChange[]): string {
  return changes
    .map((change) => {
      const { from, path } = change;
      if (from !== undefined) return `R100\t${quotedPath(from)}\t${quotedPath(path)}\n`;
      return `${letterOf(change)}\t${quotedPath(path)}\n`;
    })
    .join('');
}
