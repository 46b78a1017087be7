import type { Answer } from '../kinds/kind.ts';

/** Characters of an answer that people read, and of any other: a paper stays small whatever is sent. */
export const MAX_ESSAY = 20_000;
/** Characters of all files of an answer that is code. */
export const MAX_CODE = 20_000;
const MAX_SHORT = 4000;

/** How long an answer to a question of this kind may be, in characters. */
export function maxAnswerLength(kind: string): number {
  if (kind === 'code') return MAX_CODE;
  return kind === 'essay' ? MAX_ESSAY : MAX_SHORT;
}

/** How long an answer is, in characters, the names of its places included. */
export function answerLength(answer: Answer): number {
  if (typeof answer === 'string') return answer.length;
  return Object.entries(answer).reduce((sum, [place, text]) => sum + place.length + text.length, 0);
}
