/**
 * A block of changed lines between equal ones can often stand a few lines higher or lower. Git puts it beside a change of the
 * other text, or where its indentation says that something begins: so does this, as `xdl_change_compact` of Git.
 */
export function slide(lines: readonly string[], marked: boolean[], other: readonly boolean[]): void {
  const own = new Groups(marked, lines);
  const that = new Groups(other, []);
  for (;;) {
    if (own.end > own.start) settle(lines, own, that);
    if (!own.next()) return;
    that.next();
  }
}

function settle(lines: readonly string[], own: Groups, that: Groups): void {
  let size: number;
  let earliest: number;
  let matching: number;
  do {
    size = own.end - own.start;
    matching = -1;
    while (own.slideUp()) that.previous();
    earliest = own.end;
    if (that.end > that.start) matching = own.end;
    while (own.slideDown()) {
      that.next();
      if (that.end > that.start) matching = own.end;
    }
  } while (size !== own.end - own.start);
  if (own.end === earliest) return;
  if (matching >= 0) {
    while (that.end === that.start && own.slideUp()) that.previous();
    return;
  }
  const best = bestEnd(lines, own, { size, earliest });
  while (own.end > best && own.slideUp()) that.previous();
}

/** Blocks of marked lines, empty ones among them: one before each line that isn't marked, and one at the end. */
class Groups {
  start = 0;
  end = 0;
  readonly #marked: boolean[] | readonly boolean[];
  readonly #lines: readonly string[];

  constructor(marked: boolean[] | readonly boolean[], lines: readonly string[]) {
    this.#marked = marked;
    this.#lines = lines;
    while (marked[this.end]) this.end += 1;
  }

  next(): boolean {
    if (this.end === this.#marked.length) return false;
    this.start = this.end + 1;
    this.end = this.start;
    while (this.#marked[this.end]) this.end += 1;
    return true;
  }

  previous(): boolean {
    if (this.start === 0) return false;
    this.end = this.start - 1;
    this.start = this.end;
    while (this.start > 0 && this.#marked[this.start - 1]) this.start -= 1;
    return true;
  }

  slideDown(): boolean {
    if (this.end >= this.#marked.length || this.#lines[this.start] !== this.#lines[this.end]) return false;
    this.#set(this.start, false);
    this.#set(this.end, true);
    this.start += 1;
    this.end += 1;
    while (this.#marked[this.end]) this.end += 1;
    return true;
  }

  slideUp(): boolean {
    if (this.start === 0 || this.#lines[this.start - 1] !== this.#lines[this.end - 1]) return false;
    this.start -= 1;
    this.end -= 1;
    this.#set(this.start, true);
    this.#set(this.end, false);
    while (this.start > 0 && this.#marked[this.start - 1]) this.start -= 1;
    return true;
  }

  #set(at: number, value: boolean): void {
    (this.#marked as boolean[])[at] = value;
  }
}

interface Score {
  indent: number;
  penalty: number;
}
const MAX_SLIDING = 100;
const MAX_BLANKS = 20;

function bestEnd(
  lines: readonly string[],
  { end }: { end: number },
  { earliest, size }: { earliest: number; size: number },
): number {
  let best: { at: number; score: Score } | undefined;
  for (let at = Math.max(earliest, end - size - 1, end - MAX_SLIDING); at <= end; at += 1) {
    const score = { indent: 0, penalty: 0 };
    addSplit(lines, at, score);
    addSplit(lines, at - size, score);
    if (best === undefined || compare(score, best.score) <= 0) best = { at, score };
  }
  return best?.at ?? end;
}

function compare(a: Score, b: Score): number {
  return 60 * Math.sign(a.indent - b.indent) + (a.penalty - b.penalty);
}

/** -1 for a blank line. */
function indentOf(line: string | undefined): number {
  if (line === undefined) return -1;
  const [space = ''] = /^\s*/.exec(line) ?? [];
  if (space.length === line.length) return -1;
  let indent = 0;
  for (const char of space) indent += char === '\t' ? 8 - (indent % 8) : 1;
  return Math.min(indent, 200);
}

function indentAround(
  lines: readonly string[],
  at: number,
  step: 1 | -1,
): { blanks: number; indent: number } {
  for (let i = at, blanks = 0; i >= 0 && i < lines.length; i += step, blanks += 1) {
    const indent = indentOf(lines[i]);
    if (indent !== -1) return { blanks, indent };
    if (blanks === MAX_BLANKS) return { blanks, indent: 0 };
  }
  return { blanks: step > 0 ? Math.max(0, lines.length - at) : at + 1, indent: -1 };
}

/** How bad it would be to divide the lines before `at`; the weights are Git's. */
function addSplit(lines: readonly string[], at: number, score: Score): void {
  const isAtEnd = at >= lines.length;
  const indent = isAtEnd ? -1 : indentOf(lines[at]);
  const before = indentAround(lines, at - 1, -1);
  const after = indentAround(lines, at + 1, 1);
  if (before.indent === -1 && before.blanks === 0) score.penalty += 1;
  if (isAtEnd) score.penalty += 21;
  const blanksAfter = indent === -1 && !isAtEnd ? 1 + after.blanks : 0;
  const blanks = before.blanks + blanksAfter;
  score.penalty += -30 * blanks + 6 * blanksAfter;
  const own = indent === -1 ? (isAtEnd ? -1 : after.indent) : indent;
  const hasBlanks = blanks !== 0;
  score.indent += own;
  if (own === -1 || before.indent === -1 || own === before.indent) return;
  if (own > before.indent) score.penalty += hasBlanks ? 10 : -4;
  else if (after.indent !== -1 && after.indent > own) score.penalty += hasBlanks ? 17 : 24;
  else score.penalty += hasBlanks ? 17 : 23;
}
