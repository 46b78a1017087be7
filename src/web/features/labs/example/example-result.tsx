import { lazy, Suspense } from 'react';
import type { Fault } from '#domain/labs/question';
import { engineFault, faultText } from '#domain/labs/read-answer';
import { EXAMPLE_SECONDS, type ExampleOutput } from '#domain/labs/run-example';
import { m } from '#web/lib/messages.ts';
import { faultWords } from '../results/fault-words.ts';
import { QueryResult } from '../results/selected-rows.tsx';
import classes from './example.module.css';
import type { ExamplePhase } from './use-running.ts';

/** What screen readers hear of a run; what it printed stands below. */
export function exampleWords(phase: ExamplePhase): string {
  switch (phase.kind) {
    case 'idle':
      return '';
    case 'running':
      return m.labs_example_running();
    case 'stopped':
      return m.labs_state_stopped();
    case 'unloaded':
      return m.labs_example_unloaded();
    case 'done':
      return doneWords(phase.output);
  }
}

function doneWords({ diagnostics, fault, out, page, results, stderr }: ExampleOutput): string {
  const limit = fault && engineFault(fault);
  if (limit) return faultWords(limit, EXAMPLE_SECONDS);
  if (fault) return m.labs_example_fault();
  if (diagnostics.length > 0) return m.labs_example_types({ count: diagnostics.length });
  // A shell goes on after a command that failed.
  if (stderr !== '') return m.labs_example_complained();
  return out === '' && results.length === 0 && page === undefined
    ? m.labs_example_silent()
    : m.labs_example_done();
}

const ExamplePage = lazy(() => import('./example-page.tsx').then((it) => ({ default: it.ExamplePage })));

interface ExampleResultProps {
  output: ExampleOutput;
  onGoTo: (line: number) => void;
}

/** What an example printed, the rows that it selected, and what was wrong with it. */
export function ExampleResult({ onGoTo, output }: ExampleResultProps) {
  const { diagnostics, fault, out, page, results, stderr } = output;
  const error = errorText(fault, stderr);
  return (
    <div className={classes.output}>
      {diagnostics.length > 0 && (
        <ul className={classes.problems} aria-label={m.labs_problems()}>
          {diagnostics.map(({ code, column, line, message }) => (
            <li key={`${line}:${column}:${code}`}>
              <LineButton line={line} onGoTo={onGoTo} />
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
      {page !== undefined && (
        <Suspense>
          <ExamplePage page={page} />
        </Suspense>
      )}
      {out !== '' && <Text label={m.labs_example_printed()} text={out} />}
      {results.map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the results of one run keep their places.
        <QueryResult key={index} result={result} />
      ))}
      {error !== '' && <Text label={m.labs_example_error()} text={error} isError />}
      {fault?.line !== undefined && <LineButton line={fault.line} onGoTo={onGoTo} />}
    </div>
  );
}

/** A limit has words of its own already; a program has printed its error itself. */
function errorText(fault: Fault | undefined, stderr: string): string {
  if (fault === undefined || stderr.includes(fault.name)) return stderr;
  return engineFault(fault) ? stderr : `${stderr}${faultText(fault)}`;
}

function LineButton({ line, onGoTo }: { line: number; onGoTo: (line: number) => void }) {
  return (
    <button type="button" className={classes.line} onClick={() => onGoTo(line)}>
      {m.labs_problem_line({ line })}
    </button>
  );
}

/** What an example has printed until now. */
export function Printed({ text }: { text: string }) {
  return (
    <div className={classes.output}>
      <Text label={m.labs_example_printed()} text={text} />
    </div>
  );
}

function Text({ isError, label, text }: { label: string; text: string; isError?: boolean }) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} data-error={isError || undefined}>
        {text.trimEnd()}
      </pre>
    </div>
  );
}
