import type { LabFault } from '#contract/courses/lab-authoring';
import { type LabCheck, pointsOf } from '#domain/labs/lab-spec';
import type { Verdict } from '#domain/labs/verdict';
import { m } from '#web/lib/messages.ts';
import { CheckItem } from '../results/check-item.tsx';
import results from '../results/results.module.css';
import classes from './author.module.css';
import { FaultList } from './fault-list.tsx';

/** What running the solution showed. */
export interface Proof {
  readonly faults: readonly LabFault[];
  readonly checks: readonly LabCheck[];
  readonly solved: Verdict | null;
}

interface ProofPaneProps {
  /** What the text says wrong. */
  faults: readonly LabFault[];
  proof: Proof | null;
  /** Something was typed since. */
  isOld: boolean;
  busy: boolean;
  canRun: boolean;
  onGoTo: (file: string, line: number) => void;
}

/** Whether the lab is as it must be: its errors, or what each check finds in the solution. */
export function ProofPane({ busy, canRun, faults, isOld, onGoTo, proof }: ProofPaneProps) {
  const shown = faults.length > 0 ? faults : (proof?.faults ?? []);
  const count = faults.length > 0 || !isOld ? shown.length : 0;
  const isProven = faults.length === 0 && proof !== null && proof.faults.length === 0 && !isOld;
  const first = proof?.solved?.results.find(({ ok }) => !ok)?.id;
  return (
    <>
      <div
        role="status"
        className={classes.verdict}
        data-state={isProven ? 'good' : count > 0 ? 'bad' : 'open'}
      >
        <p>{busy ? m.lab_author_running() : wordsOf({ canRun, count, isOld, isProven, proof })}</p>
      </div>
      {shown.length > 0 && <FaultList faults={shown} onGoTo={onGoTo} />}
      {proof?.solved && (
        <>
          <h3 className={classes.subhead}>{m.lab_author_solution_results()}</h3>
          <ul className={results.checks} data-old={busy || undefined}>
            {proof.checks.map((check) => (
              <CheckItem
                key={check.id}
                name={check.hidden ? m.lab_author_hidden({ name: check.name }) : check.name}
                points={pointsOf(check)}
                isHidden={false}
                check={check}
                result={proof.solved?.results.find(({ id }) => id === check.id)}
                isOpen={check.id === first}
                seconds={10}
                onGoTo={(file, line) => onGoTo(`solution/${file}`, line)}
              />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface Said {
  readonly canRun: boolean;
  readonly count: number;
  readonly isOld: boolean;
  readonly isProven: boolean;
  readonly proof: Proof | null;
}

function wordsOf({ canRun, count, isOld, isProven, proof }: Said): string {
  if (count > 0) return m.lab_author_error_count({ count });
  if (isProven) return m.lab_author_proven({ count: proof?.checks.length ?? 0 });
  if (!canRun) return m.lab_author_unable();
  return isOld && proof ? m.lab_author_proof_old() : m.lab_author_proof_none();
}
