import { countWords } from './count-words.ts';

const WORDS_A_MINUTE = 180;

/** How long a careful reader needs for a text, in whole minutes, at least one. */
export function readingMinutes(markdown: string): number {
  return minutesOfWords(countWords(markdown));
}

/** The same for a number of words. */
export function minutesOfWords(words: number): number {
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}
