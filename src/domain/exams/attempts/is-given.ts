import type { Answer } from '../kinds/kind.ts';

/** Whether somebody gave an answer: something is written, chosen or put in a place. */
export function isGiven(answer: Answer | undefined): boolean {
  if (answer === undefined || typeof answer === 'string') return Boolean(answer?.trim());
  return Object.values(answer).some((part) => part !== '');
}
