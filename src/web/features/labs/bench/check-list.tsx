import type { CheckListProps } from '#web/lib/code-bench.ts';
import { CheckItem } from '../results/check-item.tsx';
import classes from '../results/results.module.css';

/** Of one question to the code, by default; what was judged is past, and said in general words. */
const SECONDS = 2;

/** What checks found, to be read. */
export function CheckList({ label, results }: CheckListProps) {
  return (
    <ul className={classes.checks} aria-label={label}>
      {results.map((result) => (
        <CheckItem
          key={result.id}
          name={result.name}
          points={result.points}
          isHidden={result.hidden}
          check={undefined}
          result={result}
          isOpen={false}
          seconds={SECONDS}
          onGoTo={undefined}
        />
      ))}
    </ul>
  );
}
