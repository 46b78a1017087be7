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

interface Graded extends Taken {
  /** Whether answers have still to be marked: what there is of a result isn't one yet. */
  readonly waiting: boolean;
}

/** What an attempt came to. */
export function finalResult({ passed, percent, waiting }: Graded): Taken {
  return waiting ? { percent: null, passed: null } : { percent, passed };
}

/**
 * The result that an exam comes to, of its attempts from first to last; null before there is one. Where the first counts, or
 * all of them do, an attempt that waits to be marked holds back those after it: marked late, it counts as if it had been at once.
 */
export function countedResult(
  attempts: readonly Taken[],
  { counts, passMark }: { readonly counts: ExamSettings['counts']; readonly passMark: number },
): CountedResult | null {
  const open = counts === 'first' || counts === 'average' ? attempts.findIndex(isOpen) : -1;
  const results = (open === -1 ? attempts : attempts.slice(0, open)).flatMap(({ passed, percent }) =>
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

const isOpen = ({ passed, percent }: Taken) => percent === null || passed === null;

/** A passed one beats one that is not, whatever the numbers: the pass mark may have changed between them. */
function isBetter(one: CountedResult, other: CountedResult): boolean {
  return one.passed === other.passed ? one.percent > other.percent : one.passed;
}
