import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Diagnostic } from '#domain/labs/verdict';
import type { BenchProps } from '#web/lib/code-bench.ts';
import { m } from '#web/lib/messages.ts';
import { shortcut } from '#web/lib/shortcut.ts';
import { Button } from '#web/ui/button.tsx';
import type { EditorHandle } from '../editor/code-editor.tsx';
import { CodePane } from '../editor/code-pane.tsx';
import { ResultsPane } from '../results/results-pane.tsx';
import { isBusy } from '../results/use-judging.ts';
import classes from './bench.module.css';
import { useTrial } from './use-trial.ts';

const NONE: readonly Diagnostic[] = [];

/** An editor with files and a button that runs them, wherever code is written outside of a lab. */
export function CodeBench({
  canRun,
  files,
  labelledBy,
  onChange,
  runWords = m.labs_run(),
  spec,
  words,
}: BenchProps) {
  const { loading, outcome, phase, printed, run: start, stop } = useTrial(spec);
  const [file, setFile] = useState(Object.keys(files)[0] ?? '');
  const revision = useRevision(files);
  const editor = useRef<EditorHandle>(null);
  const shown = file in files || file in spec.given ? file : (Object.keys(files)[0] ?? '');
  const run = () => {
    if (canRun && !isBusy(phase)) void start(files, shown);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const goTo = (path: string, line: number) => {
    setFile(path);
    // Once the file is shown.
    setTimeout(() => editor.current?.goTo(line), 50);
  };
  const change = (path: string, text: string) => {
    const next = { ...files, [path]: text };
    revision.note(next);
    onChange(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the prompt, which is more than a legend may hold.
    <div role="group" aria-labelledby={labelledBy} className={classes.bench} onKeyDownCapture={onKey}>
      <div className={classes.code}>
        <CodePane
          file={shown}
          files={files}
          given={spec.given}
          revision={revision.number}
          diagnostics={outcome?.verdict.diagnostics ?? NONE}
          verdict={outcome?.verdict ?? null}
          onFile={setFile}
          onChange={change}
          onGoTo={goTo}
          handle={editor}
        />
      </div>
      {canRun && (
        <div className={classes.bar}>
          {phase.kind === 'running' ? (
            <Button variant="danger" onClick={stop}>
              {m.labs_stop()}
            </Button>
          ) : (
            <Button
              variant="secondary"
              onClick={run}
              title={m.labs_run_key({ key: shortcut('Enter') })}
              aria-keyshortcuts="Control+Enter Meta+Enter"
            >
              {runWords}
            </Button>
          )}
        </div>
      )}
      <div className={classes.results}>
        <ResultsPane
          spec={spec}
          judged
          words={words}
          phase={phase}
          loading={loading}
          outcome={outcome}
          printed={printed}
          onGoTo={goTo}
          reward={null}
        />
      </div>
    </div>
  );
}

/** Counts up when other files take the place of those that were written here. */
function useRevision(files: BenchProps['files']) {
  const [number, setNumber] = useState(0);
  const known = useRef(files);
  useEffect(() => {
    if (JSON.stringify(known.current) === JSON.stringify(files)) return;
    known.current = files;
    setNumber((before) => before + 1);
  }, [files]);
  return {
    number,
    note: (next: BenchProps['files']) => {
      known.current = next;
    },
  };
}
