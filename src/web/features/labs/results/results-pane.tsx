import { lazy, type ReactNode, Suspense } from 'react';
import { pointsOf } from '#domain/labs/lab-spec';
import type { VisibleSpec } from '#domain/labs/visible-checks';
import { m } from '#web/lib/messages.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import type { Loading } from '../runner/load-bundle.ts';
import { CheckItem } from './check-item.tsx';
import { Download } from './download.tsx';
import classes from './results.module.css';
import { SelectedRows } from './selected-rows.tsx';
import { isBusy, type Outcome, type Phase } from './use-judging.ts';

const PageView = lazy(() => import('../page/page-view.tsx').then((it) => ({ default: it.PageView })));

interface ResultsPaneProps {
  spec: VisibleSpec;
  /** Whether the server decides; otherwise hidden checks are never run. */
  judged: boolean;
  /** What is said instead of the words of a lab, before anything ran and once everything passed. */
  words?: { readonly empty: string; readonly passed: string };
  /** Of what was started last. */
  phase: Phase;
  /** What is submitted, if it isn't the last that was started. */
  submission?: Phase;
  loading: Loading | null;
  outcome: Outcome | null;
  /** What programs have printed in the run that is under way. */
  printed: string;
  onGoTo: (file: string, line: number) => void;
  /** Shown above all once the lab is passed. */
  reward: ReactNode;
}

/** What the last run or check found. Screen readers read the summary, and details in the list. */
export function ResultsPane({
  judged,
  loading,
  onGoTo,
  outcome,
  phase,
  printed,
  reward,
  spec,
  submission = phase,
  words,
}: ResultsPaneProps) {
  const results = new Map(outcome?.verdict.results.map((result) => [result.id, result]));
  const first = outcome?.verdict.results.find(({ ok }) => !ok)?.id;
  const { seconds } = spec.limits;
  return (
    <>
      {reward}
      <div role="status" className={classes.status} data-kind={phase.kind}>
        <p>{phaseWords(phase)}</p>
        {submission !== phase && <p>{phaseWords(submission)}</p>}
        {outcome && phase.kind === 'idle' && (
          <Summary outcome={outcome} passed={words?.passed ?? passedWords(spec, judged)} />
        )}
        {!outcome && phase.kind === 'idle' && (
          <p className={classes.soft}>
            {words?.empty ?? (judged ? m.labs_empty() : m.labs_empty_unjudged())}
          </p>
        )}
      </div>
      {loading && isBusy(phase) && <Download loading={loading} />}
      {phase.kind === 'running' && printed !== '' && (
        <div className={classes.printed}>
          <p className={classes.label}>{m.labs_printed()}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre className={classes.value} tabIndex={0}>
            {printed}
          </pre>
        </div>
      )}
      {outcome?.selected && phase.kind === 'idle' && (
        <SelectedRows selected={outcome.selected} seconds={seconds} onGoTo={onGoTo} />
      )}
      {outcome?.page && (
        <Suspense fallback={<LoadingState inline />}>
          <PageView page={outcome.page} />
        </Suspense>
      )}
      {outcome && <Errors outcome={outcome} onGoTo={onGoTo} />}
      <ul className={classes.checks} data-old={isBusy(phase) || undefined} aria-label={m.labs_results()}>
        {spec.checks.map((check) => (
          <CheckItem
            key={check.id}
            name={check.name}
            points={pointsOf(check)}
            isHidden={false}
            check={check}
            result={results.get(check.id)}
            isOpen={check.id === first}
            seconds={seconds}
            onGoTo={onGoTo}
          />
        ))}
        {(judged ? spec.hidden : []).map(({ id, name, points }) => (
          <CheckItem
            key={id}
            name={name}
            points={points}
            isHidden
            check={undefined}
            result={results.get(id)}
            isOpen={id === first}
            seconds={seconds}
            onGoTo={onGoTo}
          />
        ))}
      </ul>
    </>
  );
}

/** What to do once the visible checks pass. */
function passedWords({ hidden }: VisibleSpec, judged: boolean): string {
  if (!judged) return m.labs_run_passed_unjudged();
  return hidden.length > 0 ? m.labs_run_passed() : m.labs_run_passed_all();
}

function Summary({ outcome: { by, verdict }, passed: words }: { outcome: Outcome; passed: string }) {
  const { most, passed, points, results } = verdict;
  const failed = results.filter(({ ok }) => !ok);
  const counts = { ok: results.length - failed.length, total: results.length };
  return (
    <>
      <p className={classes.summary}>
        {by === 'run' ? m.labs_by_run(counts) : m.labs_by_check(counts)}
        {most !== results.length && <span>{m.labs_points({ points, most })}</span>}
      </p>
      {failed.length > 0 && (
        <p className={classes.soft}>
          {m.labs_not_passed({ name: failed[0]?.name ?? '', more: failed.length - 1 })}
        </p>
      )}
      {by === 'run' && passed && <p className={classes.soft}>{words}</p>}
    </>
  );
}

function Errors({ onGoTo, outcome }: Pick<ResultsPaneProps, 'onGoTo'> & { outcome: Outcome }) {
  const { diagnostics } = outcome.verdict;
  const first = diagnostics.find(({ file }) => file !== '');
  if (diagnostics.length === 0) return null;
  return (
    <div className={classes.errors}>
      <p>{m.labs_errors_first({ count: diagnostics.length })}</p>
      {first && (
        <button type="button" className={classes.line} onClick={() => onGoTo(first.file, first.line)}>
          {m.labs_problems_first()}
        </button>
      )}
    </div>
  );
}

function phaseWords(phase: Phase): string {
  switch (phase.kind) {
    case 'idle':
      return '';
    case 'running':
      return m.labs_state_running();
    case 'saving':
      return m.labs_state_saving();
    case 'queued':
      return m.labs_state_queued({ place: phase.place });
    case 'judging':
      return m.labs_state_judging();
    case 'stopped':
      return m.labs_state_stopped();
    case 'unloaded':
      return m.labs_state_unloaded();
    case 'unsaved':
      return m.labs_state_unsaved();
    case 'unsent':
      return m.labs_state_unsent();
    case 'unjudged':
      return m.labs_state_unjudged();
    case 'limited':
      return m.labs_state_limited({ minutes: phase.minutes });
  }
}
