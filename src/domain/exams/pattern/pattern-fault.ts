import { PatternFault, parsePattern } from './parse-pattern.ts';

/** What is wrong with a pattern, in words for its author; null when nothing is. */
export function patternFault(source: string): string | null {
  try {
    parsePattern(source);
    return null;
  } catch (error) {
    if (error instanceof PatternFault) return error.message;
    throw error;
  }
}
