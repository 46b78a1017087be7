import { useId, useState } from 'react';
import type { Runner } from '#domain/labs/runners';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import classes from './author.module.css';
import { CHECK_KINDS, CHECK_WORDS, type CheckKind } from './templates.ts';

interface LabHelpProps {
  runner: Runner;
  /** Whether the text of `lab.yaml` is edited; a form adds by itself. */
  isText: boolean;
  onCheck: (kind: CheckKind) => void;
  onHint: () => void;
}

const KIND_HELP: Record<CheckKind, () => string> = {
  call: m.lab_author_help_call,
  eval: m.lab_author_help_eval,
  run: m.lab_author_help_run,
  http: m.lab_author_help_http,
  dom: m.lab_author_help_dom,
  answer: m.lab_author_help_answer,
  sql: m.lab_author_help_sql,
  sh: m.lab_author_help_sh,
};
const EVERY: readonly (readonly [string, () => string])[] = [
  ['id', m.lab_author_help_id],
  ['name', m.lab_author_help_name],
  ['hidden: true', m.lab_author_help_hidden],
  ['points: 2', m.lab_author_help_points],
  ['hint: "…"', m.lab_author_help_hint],
  ['fresh: true', m.lab_author_help_fresh],
];
const LAB: readonly (readonly [string, () => string, (readonly Runner[])?])[] = [
  ['typecheck: strict', m.lab_author_help_typecheck, ['javascript', 'http', 'dom']],
  ['setup: [given/…]', m.lab_author_help_setup, ['sql', 'python', 'shell']],
  ['pass: all', m.lab_author_help_pass],
  ['limits: { seconds: 2, runs_per_hour: 60 }', m.lab_author_help_limits],
  ['hints: ["…"]', m.lab_author_help_hints],
  ['tabs: [a, b]', m.lab_author_help_tabs],
  ['new_files: true', m.lab_author_help_new_files],
];

/** What `lab.yaml` can say, with what can be put into it. */
export function LabHelp({ isText, onCheck, onHint, runner }: LabHelpProps) {
  const kinds: readonly CheckKind[] = CHECK_KINDS[runner];
  const [chosen, setChosen] = useState<CheckKind>();
  const kind = chosen && kinds.includes(chosen) ? chosen : kinds[0];
  return (
    <div className={classes.help}>
      {isText && (
        <div className={classes.insert}>
          <SelectField
            label={m.lab_author_new_kind()}
            value={kind}
            onChange={(event) => setChosen(event.target.value as CheckKind)}
          >
            {kinds.map((each) => (
              <option key={each} value={each}>
                {CHECK_WORDS[each]()}
              </option>
            ))}
          </SelectField>
          <Button variant="secondary" size="sm" onClick={() => kind && onCheck(kind)}>
            {m.lab_author_insert_check()}
          </Button>
          <Button variant="secondary" size="sm" onClick={onHint}>
            {m.lab_author_insert_hint()}
          </Button>
        </div>
      )}
      <Words title={m.lab_author_help_kinds()} words={kinds.map((each) => [each, KIND_HELP[each]])} />
      <Words title={m.lab_author_help_every()} words={EVERY} />
      <Words
        title={m.lab_author_help_lab()}
        words={LAB.flatMap(([code, help, only]) => (only?.includes(runner) === false ? [] : [[code, help]]))}
      />
    </div>
  );
}

function Words({ title, words }: { title: string; words: readonly (readonly [string, () => string])[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.subhead}>
        {title}
      </h3>
      <dl>
        {words.map(([code, help]) => (
          <div key={code}>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>{help()}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
