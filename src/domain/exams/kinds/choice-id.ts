import { scramble } from '../scramble.ts';
import type { Answer, Choice } from './kind.ts';

/** The name of something that can be chosen: made of its text, which is seen anyway, so that it reveals nothing else. */
export function choiceId(questionId: string, text: string): string {
  return scramble(`${questionId}\n${text}`).toString(36);
}

/** Each text once, with its name. */
export function toChoices(questionId: string, texts: readonly string[]): Choice[] {
  return [...new Set(texts)].map((text) => ({ id: choiceId(questionId, text), text }));
}

/** What was given for each place; nothing when the answer is of another shape. */
export function byPlace(answer: Answer): Readonly<Record<string, string>> {
  return typeof answer === 'string' || isList(answer) ? {} : answer;
}

/** What was given in an order; nothing when the answer is of another shape. */
export function asList(answer: Answer): readonly string[] {
  return isList(answer) ? answer : [];
}

function isList(answer: Answer): answer is readonly string[] {
  return Array.isArray(answer);
}
