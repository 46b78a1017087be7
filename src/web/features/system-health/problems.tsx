import type { Problem } from '#domain/health/problems';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { problemWords } from './problem-words.ts';
import classes from './system-health.module.css';
import { useRetry } from './use-retry.ts';
import type { RunChore } from './use-run-chore.ts';

/** What is wrong, the worst first, each with what to do; one calm line where nothing is. */
export function Problems({ chores, problems }: { problems: readonly Problem[]; chores: RunChore }) {
  if (problems.length === 0)
    return (
      <p className={classes.well} role="status">
        {m.health_well()}
      </p>
    );
  return (
    <section aria-labelledby="problems">
      <h2 id="problems" className={classes.title} role="status">
        {m.health_problems({ count: problems.length })}
      </h2>
      <ul className={classes.problems}>
        {problems.map((problem) => (
          <ProblemCard key={`${problem.kind}:${problem.subject}`} problem={problem} chores={chores} />
        ))}
      </ul>
    </section>
  );
}

function ProblemCard({ chores, problem }: { problem: Problem; chores: RunChore }) {
  const { line, link, remedy } = problemWords(problem);
  const isChore = problem.kind === 'chore-failing' || problem.kind === 'chore-stuck';
  return (
    <li className={classes.problem}>
      <strong>{line}</strong>
      <p>{remedy}</p>
      {link && <TextLink to={link.to}>{link.label()}</TextLink>}
      {problem.kind === 'mails-failed' && <RetryButton of="mails" />}
      {problem.kind === 'payments-parked' && <RetryButton of="payments" />}
      {isChore && (
        <Button
          variant="secondary"
          size="sm"
          busy={chores.busy === problem.subject}
          onClick={() => chores.run(problem.subject)}
        >
          {m.health_chore_run()}
        </Button>
      )}
    </li>
  );
}

function RetryButton({ of }: { of: 'mails' | 'payments' }) {
  const { busy, run } = useRetry(of);
  return (
    <Button variant="secondary" size="sm" busy={busy} onClick={run}>
      {m.mails_retry()}
    </Button>
  );
}
