/** A pattern as a tree. Nothing in it can look back or ahead, so that matching never has to try twice. */
export type PatternNode =
  | { readonly type: 'one'; readonly fits: Fits }
  | { readonly type: 'row' | 'either'; readonly parts: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly part: PatternNode; readonly least: 0 | 1; readonly many: boolean };

/** Whether a letter fits, given in all the forms that count as the same: both cases where case doesn't count. */
export type Fits = (forms: readonly string[]) => boolean;

/** What is wrong with a pattern, as data: who shows it says it. */
export type PatternProblem =
  | { readonly code: 'too-long'; readonly most: number }
  | { readonly code: 'unopened' | 'open-bracket' | 'open-class' | 'empty-class' | 'single-backslash' }
  | { readonly code: 'reserved' | 'unsupported'; readonly letter: string }
  | { readonly code: 'wrong-range'; readonly from: string; readonly to: string };

export class PatternFault extends Error {
  override name = 'PatternFault';
  readonly problem: PatternProblem;

  constructor(problem: PatternProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

export const PATTERN_LENGTH = 200;
const REPEATS = {
  '*': { least: 0, many: true },
  '+': { least: 1, many: true },
  '?': { least: 0, many: false },
} as const;
const CLASSES: Readonly<Record<string, Fits>> = {
  d: anyForm((letter) => /^\d$/.test(letter)),
  w: anyForm((letter) => /^[\p{L}\p{N}_]$/u.test(letter)),
  s: anyForm((letter) => /^\s$/.test(letter)),
};
/** Signs that other languages of patterns give a meaning; here they must be written with a backslash. */
const RESERVED = new Set(['{', '}', '^', '$', ')', ']', '*', '+', '?']);

/** Reads a pattern: letters, `.`, `\d` `\w` `\s`, `[a-z]`, `[^,]`, `( | )`, `*` `+` `?`. Throws a PatternFault. */
export function parsePattern(source: string): PatternNode {
  const letters = [...source];
  if (letters.length > PATTERN_LENGTH) throw new PatternFault({ code: 'too-long', most: PATTERN_LENGTH });
  const reader = { letters, at: 0 };
  const node = readEither(reader);
  if (reader.at < letters.length) throw new PatternFault({ code: 'unopened' });
  return node;
}

interface Reader {
  readonly letters: readonly string[];
  at: number;
}

function readEither(reader: Reader): PatternNode {
  const parts = [readRow(reader)];
  while (reader.letters[reader.at] === '|') {
    reader.at += 1;
    parts.push(readRow(reader));
  }
  return parts.length === 1 && parts[0] ? parts[0] : { type: 'either', parts };
}

function readRow(reader: Reader): PatternNode {
  const parts: PatternNode[] = [];
  for (let next = reader.letters[reader.at]; next !== undefined; next = reader.letters[reader.at]) {
    if (next === '|' || next === ')') break;
    const part = readOne(reader);
    const sign = reader.letters[reader.at];
    if (sign !== '*' && sign !== '+' && sign !== '?') parts.push(part);
    else {
      reader.at += 1;
      parts.push({ type: 'repeat', part, ...REPEATS[sign] });
    }
  }
  return { type: 'row', parts };
}

function readOne(reader: Reader): PatternNode {
  const letter = reader.letters[reader.at] ?? '';
  reader.at += 1;
  if (letter === '(') {
    const inner = readEither(reader);
    if (reader.letters[reader.at] !== ')') throw new PatternFault({ code: 'open-bracket' });
    reader.at += 1;
    return inner;
  }
  if (letter === '[') return { type: 'one', fits: readClass(reader) };
  if (letter === '.') return { type: 'one', fits: () => true };
  if (letter === '\\') return { type: 'one', fits: readEscaped(reader) };
  if (RESERVED.has(letter)) throw new PatternFault({ code: 'reserved', letter });
  return { type: 'one', fits: anyForm((given) => given === letter) };
}

function readEscaped(reader: Reader): Fits {
  const letter = reader.letters[reader.at];
  if (letter === undefined) throw new PatternFault({ code: 'single-backslash' });
  reader.at += 1;
  const known = CLASSES[letter];
  if (known) return known;
  if (/[a-z0-9]/i.test(letter)) throw new PatternFault({ code: 'unsupported', letter });
  return anyForm((given) => given === letter);
}

function readClass(reader: Reader): Fits {
  const isOther = reader.letters[reader.at] === '^';
  if (isOther) reader.at += 1;
  const fits: Fits[] = [];
  for (let letter = reader.letters[reader.at]; letter !== ']'; letter = reader.letters[reader.at]) {
    if (letter === undefined) throw new PatternFault({ code: 'open-class' });
    reader.at += 1;
    const last = reader.letters[reader.at + 1];
    if (letter === '\\') fits.push(readEscaped(reader));
    else if (reader.letters[reader.at] === '-' && last !== ']' && last !== undefined) {
      if (last < letter) throw new PatternFault({ code: 'wrong-range', from: letter, to: last });
      fits.push(anyForm((given) => given >= letter && given <= last));
      reader.at += 2;
    } else fits.push(anyForm((given) => given === letter));
  }
  reader.at += 1;
  if (fits.length === 0) throw new PatternFault({ code: 'empty-class' });
  // What is excluded is excluded in every form.
  return (forms) => fits.some((each) => each(forms)) !== isOther;
}

function anyForm(fits: (letter: string) => boolean): Fits {
  return (forms) => forms.some(fits);
}
