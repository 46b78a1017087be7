import { slide } from './slide.ts';

/** Lines `fromStart` to `fromEnd` of one text stand in place of `toStart` to `toEnd` of the other. */
export interface Change {
  readonly fromStart: number;
  readonly fromEnd: number;
  readonly toStart: number;
  readonly toEnd: number;
}

/** Differences beyond which two texts are taken as wholly different: comparing costs their square. */
const MAX_EDITS = 1200;

/** Lines with their ends; the last one may have none. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** What has to be changed to make `to` of `from`, the fewest lines possible. */
export function diffLines(from: readonly string[], to: readonly string[]): Change[] {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < Math.min(from.length, to.length) - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const gone = new Array<boolean>(from.length).fill(false);
  const come = new Array<boolean>(to.length).fill(false);
  mark(from.slice(start, from.length - end), to.slice(start, to.length - end), (side, at) => {
    (side === 'from' ? gone : come)[start + at] = true;
  });
  slide(from, gone, come);
  slide(to, come, gone);
  return changesOf(gone, come);
}

/** Marks the lines that only one of the two has, by the algorithm of Myers. */
function mark(
  from: readonly string[],
  to: readonly string[],
  put: (side: 'from' | 'to', at: number) => void,
): void {
  const trace = search(from, to);
  if (trace === undefined) {
    for (const at of from.keys()) put('from', at);
    for (const at of to.keys()) put('to', at);
    return;
  }
  let [x, y] = [from.length, to.length];
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const row = trace[edits - 1] as Map<number, number>;
    const diagonal = x - y;
    const isInsertion = goesDown(row, diagonal, edits);
    const before = isInsertion ? diagonal + 1 : diagonal - 1;
    const startX = row.get(before) ?? 0;
    const startY = startX - before;
    if (isInsertion) put('to', startY);
    else put('from', startX);
    [x, y] = [startX, startY];
  }
}

function goesDown(row: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (row.get(diagonal - 1) ?? -1) < (row.get(diagonal + 1) ?? -1);
}

/** How far each diagonal gets with so many edits; undefined if there are too many. */
function search(from: readonly string[], to: readonly string[]): Map<number, number>[] | undefined {
  const trace: Map<number, number>[] = [];
  let last = new Map<number, number>();
  for (let edits = 0; edits <= MAX_EDITS; edits += 1) {
    const row = new Map<number, number>();
    trace.push(row);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = 0;
      if (edits > 0)
        x = goesDown(last, diagonal, edits)
          ? (last.get(diagonal + 1) ?? 0)
          : (last.get(diagonal - 1) ?? 0) + 1;
      while (x < from.length && x - diagonal < to.length && x - diagonal >= 0 && from[x] === to[x - diagonal])
        x += 1;
      row.set(diagonal, x);
      if (x >= from.length && x - diagonal >= to.length) return trace;
    }
    last = row;
  }
  return undefined;
}

function changesOf(gone: readonly boolean[], come: readonly boolean[]): Change[] {
  const changes: Change[] = [];
  for (let from = 0, to = 0; from < gone.length || to < come.length; ) {
    const [fromStart, toStart] = [from, to];
    while (gone[from]) from += 1;
    while (come[to]) to += 1;
    if (from > fromStart || to > toStart) changes.push({ fromStart, fromEnd: from, toStart, toEnd: to });
    else {
      from += 1;
      to += 1;
    }
  }
  return changes;
}
