import { type Change, diffLines, splitLines } from '../diff/lines.ts';
import type { Repository } from '../store/repository.ts';
import { fatal } from '../store/said.ts';

export interface Labels {
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
}
export interface Merged {
  readonly text: string;
  readonly conflicts: number;
}

type Piece =
  | { readonly lines: readonly string[] }
  | {
      readonly ours: readonly string[];
      readonly base: readonly string[];
      readonly theirs: readonly string[];
    };
type Conflict = Extract<Piece, { ours: unknown }>;

/** So few equal lines between two conflicts are shown within one. */
const BETWEEN = 3;

/** How conflicts are written: `zdiff3` as `diff3`. */
export async function conflictStyle(repository: Repository): Promise<'diff3' | 'merge'> {
  const style = (await repository.setting('merge.conflictStyle')) ?? 'merge';
  if (!/^(?:merge|z?diff3)$/.test(style))
    throw fatal(`unknown style '${style}' given for 'merge.conflictstyle'`);
  return style === 'merge' ? 'merge' : 'diff3';
}

/** Brings two texts together that came of a third. What both changed differently stands in it as a conflict. */
export function mergeText(
  base: string,
  ours: string,
  theirs: string,
  { labels, style }: { labels: Labels; style: 'diff3' | 'merge' },
): Merged {
  const pieces = divide(splitLines(base), splitLines(ours), splitLines(theirs));
  const refined = style === 'merge' ? together(pieces.flatMap(refine)) : pieces;
  const parts = refined.map((piece) =>
    'lines' in piece ? piece.lines.join('') : marked(piece, labels, style),
  );
  return { text: parts.join(''), conflicts: refined.filter((piece) => !('lines' in piece)).length };
}

/** Walks along both lists of changes; those that meet are one piece. */
function divide(base: string[], ours: string[], theirs: string[]): Piece[] {
  const [mine, other] = [diffLines(base, ours), diffLines(base, theirs)];
  const pieces: Piece[] = [];
  let [at, i, j] = [0, 0, 0];
  while (i < mine.length || j < other.length) {
    const start = Math.min(mine[i]?.fromStart ?? base.length, other[j]?.fromStart ?? base.length);
    pieces.push({ lines: base.slice(at, start) });
    let end = start;
    const [firstMine, firstOther] = [i, j];
    for (let grew = true; grew; ) {
      grew = false;
      for (let next = mine[i]; next && next.fromStart <= end; next = mine[i]) {
        end = Math.max(end, next.fromEnd);
        i += 1;
        grew = true;
      }
      for (let next = other[j]; next && next.fromStart <= end; next = other[j]) {
        end = Math.max(end, next.fromEnd);
        j += 1;
        grew = true;
      }
    }
    const own = sideOf(ours, mine, { first: firstMine, last: i, start, end });
    const that = sideOf(theirs, other, { first: firstOther, last: j, start, end });
    const isSame = own.length === that.length && own.every((line, k) => line === that[k]);
    if (firstMine === i || isSame) pieces.push({ lines: that });
    else if (firstOther === j) pieces.push({ lines: own });
    else pieces.push({ ours: own, base: base.slice(start, end), theirs: that });
    at = end;
  }
  pieces.push({ lines: base.slice(at) });
  return pieces.filter((piece) => !('lines' in piece) || piece.lines.length > 0);
}

/** What one side has in place of the lines `start` to `end` of the base. */
function sideOf(
  lines: readonly string[],
  changes: readonly Change[],
  { end, first, last, start }: { first: number; last: number; start: number; end: number },
): string[] {
  const shiftBefore = shiftUpTo(changes, first);
  const shiftAfter = shiftUpTo(changes, last);
  return lines.slice(start + shiftBefore, end + shiftAfter);
}

function shiftUpTo(changes: readonly Change[], count: number): number {
  const last = changes[count - 1];
  return last ? last.toEnd - last.fromEnd : 0;
}

/** What both sides of a conflict share is no conflict. */
function refine(piece: Piece): Piece[] {
  if ('lines' in piece || piece.ours.length === 0 || piece.theirs.length === 0) return [piece];
  const { base, ours, theirs } = piece;
  const pieces: Piece[] = [];
  let at = 0;
  for (const { fromEnd, fromStart, toEnd, toStart } of diffLines(ours, theirs)) {
    if (fromStart > at) pieces.push({ lines: ours.slice(at, fromStart) });
    pieces.push({ ours: ours.slice(fromStart, fromEnd), base, theirs: theirs.slice(toStart, toEnd) });
    at = fromEnd;
  }
  if (at < ours.length) pieces.push({ lines: ours.slice(at) });
  return pieces;
}

/** Conflicts with little between them are read as one. */
function together(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const [before, between] = [result.at(-2), result.at(-1)];
    const isClose = between && 'lines' in between && between.lines.length <= BETWEEN;
    if (!('lines' in piece) && isClose && before && !('lines' in before)) {
      result.splice(-2, 2, joinedConflict(before, between.lines, piece));
    } else if (!('lines' in piece) && between && !('lines' in between)) {
      result.splice(-1, 1, joinedConflict(between, [], piece));
    } else result.push(piece);
  }
  return result;
}

function joinedConflict(one: Conflict, between: readonly string[], other: Conflict): Conflict {
  return {
    ours: [...one.ours, ...between, ...other.ours],
    base: one.base,
    theirs: [...one.theirs, ...between, ...other.theirs],
  };
}

function marked({ base, ours, theirs }: Conflict, labels: Labels, style: 'diff3' | 'merge'): string {
  const ended = (lines: readonly string[]) => {
    const text = lines.join('');
    return text === '' || text.endsWith('\n') ? text : `${text}\n`;
  };
  const middle = style === 'diff3' ? `||||||| ${labels.base}\n${ended(base)}` : '';
  return `<<<<<<< ${labels.ours}\n${ended(ours)}${middle}=======\n${ended(theirs)}>>>>>>> ${labels.theirs}\n`;
}
