import type { ExamSettings } from '../exam-settings.ts';
import { ROUNDING } from './whole-percent.ts';

interface Taken {
  /** Null as long as there is no result: it goes on, or waits to be marked. */
  readonly percent: number | null;
  readonly passed: boolean | null;
}

export interface CountedResult {
  readonly percent: number;
  readonly passed: boolean;
}

/** The result that an exam comes to, of its attempts from first to last; null before there is one. */
export function countedResult(
  attempts: readonly Taken[],
  { counts, passMark }: { readonly counts: ExamSettings['counts']; readonly passMark: number },
): CountedResult | null {
  const results = attempts.flatMap(({ passed, percent }) =>
    percent === null || passed === null ? [] : [{ passed, percent }],
  );
  const [first] = results;
  if (!first) return null;
  switch (counts) {
    case 'first':
      return first;
    case 'last':
      return results.at(-1) ?? first;
    case 'best':
      return results.reduce((best, each) => (isBetter(each, best) ? each : best));
    case 'average': {
      const percent = results.reduce((sum, each) => sum + each.percent, 0) / results.length;
      return { percent, passed: percent + ROUNDING >= passMark };
    }
  }
}

/** A passed one beats one that is not, whatever the numbers: the pass mark may have changed between them. */
function isBetter(one: CountedResult, other: CountedResult): boolean {
  return one.passed === other.passed ? one.percent > other.percent : one.passed;
}
