import type { ReactNode } from 'react';
import { pointsOf } from '#domain/labs/lab-spec';
import type { VisibleSpec } from '#domain/labs/visible-checks';
import { m } from '#web/lib/messages.ts';
import type { Loading } from '../runner/load-bundle.ts';
import { CheckItem } from './check-item.tsx';
import { formatSize } from './format-size.ts';
import classes from './results.module.css';
import { SelectedRows } from './selected-rows.tsx';
import { isBusy, type Outcome, type Phase } from './use-judging.ts';

interface ResultsPaneProps {
  spec: VisibleSpec;
  phase: Phase;
  loading: Loading | null;
  outcome: Outcome | null;
  onGoTo: (file: string, line: number) => void;
  /** Shown above all once the lab is passed. */
  reward: ReactNode;
}

/** What the last run or check found. Screen readers are told the sum of it, and read on in the list. */
export function ResultsPane({ loading, onGoTo, outcome, phase, reward, spec }: ResultsPaneProps) {
  const shown = outcome;
  const results = new Map(shown?.verdict.results.map((result) => [result.id, result]));
  const first = shown?.verdict.results.find(({ ok }) => !ok)?.id;
  const { seconds } = spec.limits;
  return (
    <>
      {reward}
      <div role="status" className={classes.status} data-kind={phase.kind}>
        <p>{phaseWords(phase)}</p>
        {shown && phase.kind === 'idle' && <Summary outcome={shown} hasHidden={spec.hidden.length > 0} />}
        {!shown && phase.kind === 'idle' && <p className={classes.soft}>{m.labs_empty()}</p>}
      </div>
      {loading && isBusy(phase) && <Download loading={loading} />}
      {shown?.selected && phase.kind === 'idle' && (
        <SelectedRows selected={shown.selected} seconds={seconds} onGoTo={onGoTo} />
      )}
      {shown && <Errors outcome={shown} onGoTo={onGoTo} />}
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
        {spec.hidden.map(({ id, name, points }) => (
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

function Summary({ hasHidden, outcome: { by, verdict } }: { outcome: Outcome; hasHidden: boolean }) {
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
          {m.labs_not_passed({ names: failed.map(({ name }) => name).join(', ') })}
        </p>
      )}
      {by === 'run' && passed && (
        <p className={classes.soft}>{hasHidden ? m.labs_run_passed() : m.labs_run_passed_all()}</p>
      )}
    </>
  );
}

function Errors({ onGoTo, outcome }: Pick<ResultsPaneProps, 'onGoTo'> & { outcome: Outcome }) {
  const { diagnostics } = outcome.verdict;
  if (diagnostics.length === 0) return null;
  return (
    <section className={classes.errors}>
      <p>{m.labs_errors_first({ count: diagnostics.length })}</p>
      <ul>
        {diagnostics.map(({ code, column, file, line, message }) => (
          <li key={`${file}:${line}:${column}:${code}`}>
            {file !== '' && (
              <button type="button" className={classes.line} onClick={() => onGoTo(file, line)}>
                {m.labs_line({ file, line })}
              </button>
            )}
            <p>{message}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Download({ loading: { loaded, total } }: { loading: Loading }) {
  return (
    <div className={classes.download}>
      <p>{m.labs_loading({ loaded: formatSize(loaded), total: formatSize(total) })}</p>
      <progress value={loaded} max={Math.max(1, total)} aria-label={m.labs_loading_label()} />
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
