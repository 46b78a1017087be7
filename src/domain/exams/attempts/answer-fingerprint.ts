import type { Answer } from '../kinds/kind.ts';
import { isGiven } from './is-given.ts';

/**
 * A short name of an answer: the same for the same answer, whatever the order of its parts, and empty for no answer. It
 * tells that a screen shows what the server has; it protects nothing from anybody who wants two answers of one name.
 */
export function answerFingerprint(answer: Answer | undefined): string {
  if (answer === undefined || !isGiven(answer)) return '';
  return hash(JSON.stringify(isParts(answer) ? givenParts(answer) : answer)).toString(36);
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

/** 53 bits of a text (cyrb53). */
function hash(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
