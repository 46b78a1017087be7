import { countedResult } from '#domain/exams/results/counted-result';

type Taken = Parameters<typeof countedResult>[0];
type Rule = Parameters<typeof countedResult>[1];

/**
 * The percentage of a passed exam that its certificate shows: that of the result that counts. Where that one is not passed any
 * more, after a later attempt, what counts among the passed attempts.
 */
export function shownPercent(attempts: Taken, rule: Rule): number {
  const counted = countedResult(attempts, rule);
  if (counted?.passed) return counted.percent;
  const passed = attempts.filter((attempt) => attempt.passed === true);
  return countedResult(passed, rule)?.percent ?? 0;
}
