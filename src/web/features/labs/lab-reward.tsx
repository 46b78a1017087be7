import type { ReactNode } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './labs.module.css';
import type { Outcome } from './results/use-judging.ts';

interface LabRewardProps {
  passedAt: string | null;
  /** What is shown below; null while something is under way. */
  outcome: Outcome | null;
  next: ReactNode;
  onSolution: () => void;
}

/** The lab is done: said big when it just happened, and quietly on later visits. */
export function LabReward({ next, onSolution, outcome, passedAt }: LabRewardProps) {
  if (passedAt === null) return null;
  if (outcome?.by !== 'check' || !outcome.verdict.passed)
    return <p className={classes.before}>✓ {m.labs_passed_before()}</p>;
  const all = outcome.verdict.results.every(({ ok }) => ok);
  return (
    <div className={classes.reward}>
      <svg viewBox="0 0 48 48" width="48" height="48" fill="none" stroke="currentColor" aria-hidden="true">
        <circle cx="24" cy="24" r="21" strokeWidth="2" />
        <path d="M15 25l6 6 12-14" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <div role="status">
        <h2>{m.labs_passed_title()}</h2>
        <p>{all ? m.labs_passed_text() : m.labs_passed_points()}</p>
      </div>
      <div className={classes.ways}>
        {next}
        <Button variant="quiet" onClick={onSolution}>
          {m.labs_solution()}
        </Button>
      </div>
    </div>
  );
}
