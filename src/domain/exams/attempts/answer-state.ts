import type { Answer } from '../kinds/kind.ts';
import { isGiven } from './is-given.ts';

/** How much of a question is answered. */
export type AnswerState = 'none' | 'partly' | 'given';

/** Whether a question is answered: where it has several places, partly as long as one of them is empty. */
export function answerState(
  { places }: { readonly places: readonly { readonly id: string }[] },
  answer: Answer | undefined,
): AnswerState {
  if (answer === undefined || !isGiven(answer)) return 'none';
  const parts = typeof answer === 'object' && !Array.isArray(answer) ? Object.entries(answer) : [];
  const filled = new Set(parts.filter(([, part]) => part.trim() !== '').map(([place]) => place));
  return places.every(({ id }) => filled.has(id)) ? 'given' : 'partly';
}
