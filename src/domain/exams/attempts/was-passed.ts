import { countedResult } from '../results/counted-result.ts';

type Taken = Parameters<typeof countedResult>[0];
type Rule = Parameters<typeof countedResult>[1];

/** Whether an exam was passed at the end of one of these attempts, given from first to last: it stays so whatever comes later. */
export function wasPassed(attempts: Taken, rule: Rule): boolean {
  return attempts.some((_, at) => countedResult(attempts.slice(0, at + 1), rule)?.passed === true);
}
