import type { BankQuestion } from '#contract/banks';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './banks.module.css';

interface QuestionVersionsProps {
  stored: BankQuestion;
  /** Puts a version back into the form; it is saved as the next one. */
  onTake: (version: BankQuestion['versions'][number]) => void;
}

/** What a question was before, and who has been asked it. */
export function QuestionVersions({ onTake, stored }: QuestionVersionsProps) {
  return (
    <section className={classes.part} aria-labelledby="versions">
      <h2 id="versions">{m.banks_versions()}</h2>
      <p className={classes.hint}>
        {m.banks_versions_now({ version: stored.version, attempts: stored.attempts })}
      </p>
      <ul>
        {stored.versions.map((each) => (
          <li key={each.version}>
            <span>
              <strong>{m.banks_version_number({ version: each.version })}</strong>{' '}
              <span className={classes.hint}>
                {formatTime(each.savedAt)} · {each.question.prompt.slice(0, 80)}
              </span>
            </span>
            <Button variant="secondary" size="sm" onClick={() => onTake(each)}>
              {m.banks_version_take()}
              <span className="sr-only"> {each.version}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
