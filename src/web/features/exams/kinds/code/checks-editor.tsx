import { useState } from 'react';
import type { Runner } from '#domain/labs/runners';
import type { WrittenCheck } from '#domain/labs/written-check';
import { m } from '#web/lib/messages.ts';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import { checkExamples } from './check-examples.ts';
import classes from './code-question-editor.module.css';
import { readChecks, writeChecks } from './read-checks.ts';

interface ChecksEditorProps {
  runner: Runner;
  checks: readonly WrittenCheck[];
  /** What the form says of them, apart from what a line says. */
  fault: string | undefined;
  onChange: (checks: WrittenCheck[]) => void;
}

/** The checks as lab.yaml writes them; what is wrong is said with its line, and stays in the form. */
export function ChecksEditor({ checks, fault, onChange, runner }: ChecksEditorProps) {
  const [text, setText] = useState(() => writeChecks(checks));
  const faults = text.trim() === '' ? [] : readChecks(text).faults;
  return (
    <div className={classes.checks}>
      <TextAreaField
        label={m.author_code_checks()}
        help={m.author_code_checks_help()}
        error={faults.length > 0 ? m.author_code_checks_faulty({ count: faults.length }) : fault}
        rows={14}
        spellCheck={false}
        className={classes.mono}
        value={text}
        onChange={({ target: { value } }) => {
          setText(value);
          onChange(readChecks(value).checks);
        }}
      />
      {faults.length > 0 && (
        <ul className={classes.faults} aria-label={m.author_code_faults()}>
          {faults.map(({ line, said }) => (
            <li key={`${line} ${said}`}>{m.author_code_line({ line, said })}</li>
          ))}
        </ul>
      )}
      <details className={classes.example}>
        <summary>{m.author_code_checks_example()}</summary>
        <pre>{checkExamples(runner)}</pre>
      </details>
    </div>
  );
}
