/** What is being typed: the text, where the cursor is, and what was typed before. */
export interface Line {
  readonly text: string;
  readonly at: number;
  readonly history: readonly string[];
  /** Which of the history is shown; its length: none. */
  readonly shown: number;
}

export const EMPTY_LINE: Line = { text: '', at: 0, history: [], shown: 0 };

/** What a key asks for beyond the line itself. */
export type Asks = 'enter' | 'cancel' | 'clear' | undefined;

const MAX_KEPT = 200;

/** What a key, or a piece of pasted text without a line break, makes of the line. */
export function press(line: Line, key: string): { line: Line; asks: Asks } {
  const { at, text } = line;
  const stay = (next: Partial<Line>, asks?: Asks) => ({ line: { ...line, ...next }, asks });
  const cut = (from: number, to: number) => stay({ text: text.slice(0, from) + text.slice(to), at: from });
  switch (key) {
    case '\r':
      return { line: enter(line), asks: 'enter' };
    case '\u0003':
      return stay({ text: '', at: 0, shown: line.history.length }, 'cancel');
    case '\u000c':
      return stay({}, 'clear');
    case '\u007f':
    case '\b':
      return cut(Math.max(0, at - 1), at);
    case '\u001b[3~':
    case '\u0004':
      return cut(at, Math.min(text.length, at + 1));
    case '\u0015':
      return cut(0, at);
    case '\u000b':
      return cut(at, text.length);
    case '\u0017':
      return cut(text.slice(0, at).search(/\S*\s*$/), at);
    case '\u001b[D':
    case '\u001bOD':
      return stay({ at: Math.max(0, at - 1) });
    case '\u001b[C':
    case '\u001bOC':
      return stay({ at: Math.min(text.length, at + 1) });
    case '\u001b[H':
    case '\u001bOH':
    case '\u0001':
      return stay({ at: 0 });
    case '\u001b[F':
    case '\u001bOF':
    case '\u0005':
      return stay({ at: text.length });
    case '\u001b[A':
    case '\u001bOA':
      return stay(recall(line, line.shown - 1));
    case '\u001b[B':
    case '\u001bOB':
      return stay(recall(line, line.shown + 1));
    default: {
      const typed = plain(key);
      return stay({ text: text.slice(0, at) + typed + text.slice(at), at: at + typed.length });
    }
  }
}

/** Ready for the next line; what was typed is in the history. */
function enter({ history, text }: Line): Line {
  const isNew = text.trim() !== '' && history.at(-1) !== text;
  const kept = isNew ? [...history, text].slice(-MAX_KEPT) : history;
  return { text: '', at: 0, history: kept, shown: kept.length };
}

function recall({ history, shown }: Line, wanted: number): Partial<Line> {
  const next = Math.min(history.length, Math.max(0, wanted));
  if (next === shown) return {};
  const text = history[next] ?? '';
  return { text, at: text.length, shown: next };
}

/** Keys without a meaning here type nothing. */
function plain(key: string): string {
  if (key.startsWith('\u001b')) return '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out.
  return key.replaceAll('\t', ' ').replaceAll(/[\u0000-\u001f\u007f]/g, '');
}

/** What pasted text is as keys: line breaks are Enter. */
export function keysOf(data: string): string[] {
  if (data.startsWith('\u001b') || data.length === 1) return [data];
  return data
    .split(/(\r\n|\r|\n)/)
    .flatMap((part) => (part === '' ? [] : [/^[\r\n]/.test(part) ? '\r' : part]));
}
