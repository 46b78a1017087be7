import { cut } from '#domain/cut';
import { summaryOf } from '#domain/exams/results/summary-of';
import { m } from '../../../../messages/messages.js';
import { decodeText } from './decode-text.ts';
import { FileRefused } from './file-refused.ts';
import { Pictures } from './pictures.ts';

/** A question of a file before it is checked: in our words, with what was lost on the way. */
export interface Imported {
  /** What the file calls it, or its first words. */
  readonly name: string;
  readonly line: number;
  /** What the file knows it by, where it says so. */
  readonly id?: string | undefined;
  readonly tags: readonly string[];
  /** In the shape of our questions, without an id; null when there is none to be made. */
  readonly question: Readonly<Record<string, unknown>> | null;
  /** What is not as it was in the file. */
  readonly changes: readonly string[];
  /** Why there is no question. */
  readonly dropped: string | null;
}

/** What a file holds beside its text, and who wants to know how far it is read. */
export interface Reading {
  readonly pictures: Pictures;
  readonly onQuestion: (done: number, total: number) => void;
}

/** What one text of a question may hold; longer ones nobody wrote. */
export const MAX_TEXT = 50_000;
export const MAX_QUESTIONS = 5000;
const MAX_LINE = 200_000;

/** The text of a file that somebody sent. Throws FileRefused for what is no text. */
export function textOf(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text.includes('\0')) throw new FileRefused(m.imports_the_file_is_not_a_text_file());
  return text.replace(/\r\n?/g, '\n');
}

/** Throws FileRefused for a line that nobody wrote. */
export function refuseLongLines(plain: string): void {
  let from = 0;
  for (let at = plain.indexOf('\n'); at !== -1; at = plain.indexOf('\n', from)) {
    if (at - from > MAX_LINE) refuseLine();
    from = at + 1;
  }
  if (plain.length - from > MAX_LINE) refuseLine();
}

function refuseLine(): never {
  throw new FileRefused(m.imports_the_file_has_a_line_longer_than({ most: MAX_LINE }));
}

export function newReading(pictures = new Pictures()): Reading {
  return { pictures, onQuestion: () => undefined };
}

export function refuseMany(count: number): void {
  if (count > MAX_QUESTIONS)
    throw new FileRefused(m.imports_the_file_has_more_than_questions_split({ most: MAX_QUESTIONS }));
}

/** A name for a list of what a file holds. */
export function nameOf(given: string, prompt: string): string {
  const words = (given.trim() || summaryOf(prompt)).replace(/\s+/g, ' ');
  return words.length > 100 ? `${cut(words, 99)}…` : words || 'untitled';
}
