import { useState } from 'react';
import type { BankQuestion } from '#contract/exams/banks';
import type { BankQuestionForm } from '#contract/questions/bank-form';
import { summaryOf } from '#domain/exams/results/summary-of';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { DifferenceTable } from '#web/ui/layout/difference-table.tsx';
import classes from './banks.module.css';
import { compareQuestions } from './compare-questions.ts';

type Version = BankQuestion['versions'][number];

interface QuestionVersionsProps {
  stored: BankQuestion;
  /** What stands in the form. */
  form: BankQuestionForm;
  /** Puts a version back into the form; it is saved as the next one. */
  onTake: (version: Version) => void;
}

/** What a question was before, how that differs from what stands in the form, and who has been asked it. */
export function QuestionVersions({ form, onTake, stored }: QuestionVersionsProps) {
  return (
    <section className={classes.part} aria-labelledby="versions">
      <h2 id="versions">{m.banks_versions()}</h2>
      <p className={classes.hint}>
        {m.banks_versions_now({ version: stored.version, attempts: stored.attempts })}
      </p>
      <ul>
        {stored.versions.map((each) => (
          <OldVersion key={each.version} version={each} form={form} onTake={() => onTake(each)} />
        ))}
      </ul>
    </section>
  );
}

interface OldVersionProps {
  version: Version;
  form: BankQuestionForm;
  onTake: () => void;
}

function OldVersion({ form, onTake, version: { question, savedAt, tags, version } }: OldVersionProps) {
  const [open, setOpen] = useState(false);
  const name = m.banks_version_number({ version });
  const rows = open ? compareQuestions({ question, tags }, form) : [];
  return (
    <li>
      <span className={classes.version}>
        <strong>{name}</strong>{' '}
        <span className={classes.hint}>
          {formatTime(savedAt)} · {summaryOf(question.prompt, 80)}
        </span>
      </span>
      <span className={classes.add}>
        <Button variant="secondary" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {m.banks_version_compare()}
          <span className="sr-only"> {version}</span>
        </Button>
        <Button variant="secondary" size="sm" onClick={onTake}>
          {m.banks_version_take()}
          <span className="sr-only"> {version}</span>
        </Button>
      </span>
      {open && (
        <div className={classes.differences}>
          {rows.length === 0 ? (
            <p className={classes.hint}>{m.banks_version_same()}</p>
          ) : (
            <DifferenceTable rows={rows} mine={name} theirs={m.banks_version_form()} />
          )}
        </div>
      )}
    </li>
  );
}
