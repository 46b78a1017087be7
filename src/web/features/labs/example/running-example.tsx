import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Example, exampleFile } from '#domain/labs/run-example';
import { m } from '#web/lib/messages.ts';
import { shortcut } from '#web/lib/shortcut.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeEditor, type EditorHandle } from '../editor/code-editor.tsx';
import { Download } from '../results/download.tsx';
import classes from './example.module.css';
import { ExampleResult, exampleWords, Printed } from './example-result.tsx';
import { useRunning } from './use-running.ts';

/** A block of code as an editor, with what it does below. Nothing of it is kept. */
export function RunningExample({ example }: { example: Example }) {
  const { language, setup } = example;
  const file = exampleFile(language);
  const help = useId();
  const [code, setCode] = useState(example.code);
  const [revision, setRevision] = useState(0);
  const editor = useRef<EditorHandle>(null);
  const { forget, loading, phase, run, stop } = useRunning();
  const isRunning = phase.kind === 'running';
  const output = phase.kind === 'done' ? phase.output : null;
  // The button that opened it is gone.
  useEffect(() => editor.current?.focus(), []);

  const start = () => {
    if (!isRunning) void run({ language, code, setup });
  };
  const reset = () => {
    forget();
    setCode(example.code);
    setRevision((before) => before + 1);
    editor.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    start();
  };
  return (
    <section
      className={classes.example}
      aria-label={m.labs_example()}
      onKeyDownCapture={onKey}
      onKeyDown={stay}
    >
      <div className={classes.code}>
        <CodeEditor
          file={file}
          files={{ [file]: code }}
          given={NOTHING}
          revision={revision}
          diagnostics={output?.diagnostics ?? NONE}
          verdict={null}
          label={m.labs_example_code()}
          helpId={help}
          onChange={(_, text) => setCode(text)}
          handle={editor}
        />
      </div>
      <div className={classes.bar}>
        {isRunning ? (
          <Button size="sm" variant="danger" onClick={stop}>
            {loading ? m.labs_example_cancel() : m.labs_stop()}
          </Button>
        ) : (
          <Button
            size="sm"
            onClick={start}
            title={m.labs_example_run_key({ key: shortcut('Enter') })}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {m.labs_run()}
          </Button>
        )}
        <Button size="sm" variant="secondary" onClick={reset}>
          {m.labs_example_reset()}
        </Button>
        <p id={help} className={classes.help}>
          {m.labs_editor_help()}
        </p>
      </div>
      <p role="status" className={classes.status} data-kind={phase.kind}>
        {exampleWords(phase)}
      </p>
      {isRunning && loading && (
        <div className={classes.padded}>
          <Download loading={loading} />
        </div>
      )}
      {phase.kind === 'running' && phase.printed !== '' && <Printed text={phase.printed} />}
      {output && <ExampleResult output={output} onGoTo={(line) => editor.current?.goTo(line)} />}
    </section>
  );
}

/** In the player these keys lead to other sections: not from the middle of an example. */
function stay({ altKey, ctrlKey, key, metaKey, nativeEvent }: KeyboardEvent): void {
  const leads = ['ArrowLeft', 'ArrowRight', 'j', 'k'].includes(key);
  if (leads && !altKey && !ctrlKey && !metaKey) nativeEvent.stopImmediatePropagation();
}

const NOTHING = {};
const NONE: readonly [] = [];
