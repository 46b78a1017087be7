import { fingerprint } from '../../fingerprint.ts';
import type { Answer } from '../kinds/kind.ts';
import { isGiven } from './is-given.ts';

/** The fingerprint of an answer: the same for the same answer, whatever the order of its parts, and empty for no answer. */
export function answerFingerprint(answer: Answer | undefined): string {
  if (answer === undefined || !isGiven(answer)) return '';
  return fingerprint(JSON.stringify(isParts(answer) ? givenParts(answer) : answer));
}

/** The questions whose answer differs between what a screen shows and what counts, by fingerprint. */
export function differingAnswers(
  shown: Readonly<Record<string, string>>,
  counting: Readonly<Record<string, string>>,
): string[] {
  const all = new Set([...Object.keys(shown), ...Object.keys(counting)]);
  return [...all].filter((question) => (shown[question] ?? '') !== (counting[question] ?? ''));
}

function isParts(answer: Answer): answer is Readonly<Record<string, string>> {
  return typeof answer === 'object' && !Array.isArray(answer);
}

function givenParts(parts: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(parts)
    .filter(([, part]) => part !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
