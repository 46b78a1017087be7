import { summaryOf } from '#domain/exams/summary-of';

/** A file that is not taken in at all; says why in words. */
export class FileRefused extends Error {
  override name = 'FileRefused';
}

/** A question of a file before it is checked: in our words, with what was lost on the way. */
export interface Imported {
  /** What the file calls it, or its first words. */
  readonly name: string;
  readonly line: number;
  readonly tags: readonly string[];
  /** In the shape of our questions, without an id; null when there is none to be made. */
  readonly question: Readonly<Record<string, unknown>> | null;
  /** What is not as it was in the file. */
  readonly changes: readonly string[];
  /** Why there is no question. */
  readonly dropped: string | null;
}

/** What one text of a question may hold; longer ones nobody wrote. */
export const MOST_TEXT = 50_000;
export const MOST_QUESTIONS = 5000;
const MOST_LINE = 200_000;

/** The text of a file that somebody sent. Throws FileRefused for what is no text, or one that nobody wrote. */
export function textOf(bytes: Uint8Array, { longLines }: { readonly longLines: boolean }): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileRefused('The file is not a text in UTF-8. Save it in that encoding and choose it again.');
  }
  if (text.includes('\0')) throw new FileRefused('The file holds a NUL character: it is no text.');
  const plain = text.replace(/\r\n?/g, '\n');
  if (longLines) return plain;
  let from = 0;
  for (let at = plain.indexOf('\n'); at !== -1; at = plain.indexOf('\n', from)) {
    if (at - from > MOST_LINE) refuseLine();
    from = at + 1;
  }
  if (plain.length - from > MOST_LINE) refuseLine();
  return plain;
}

function refuseLine(): never {
  throw new FileRefused(`A line of the file is longer than ${MOST_LINE} characters.`);
}

export function refuseMany(count: number): void {
  if (count > MOST_QUESTIONS)
    throw new FileRefused(`The file holds more than ${MOST_QUESTIONS} questions. Divide it.`);
}

/** A name for a list of what a file holds. */
export function nameOf(given: string, prompt: string): string {
  const words = (given.trim() || summaryOf(prompt)).replace(/\s+/g, ' ');
  return words.length > 100 ? `${words.slice(0, 99)}…` : words || 'without words';
}
