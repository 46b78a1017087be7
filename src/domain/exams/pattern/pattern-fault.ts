import { PatternFault, type PatternProblem, parsePattern } from './parse-pattern.ts';

/** What is wrong with a pattern; null when nothing is. */
export function patternFault(source: string): PatternProblem | null {
  try {
    parsePattern(source);
    return null;
  } catch (error) {
    if (error instanceof PatternFault) return error.problem;
    throw error;
  }
}
