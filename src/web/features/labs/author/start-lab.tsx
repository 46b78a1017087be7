import { RUNNERS, type Runner } from '#domain/labs/runners';
import { m } from '#web/lib/messages.ts';
import classes from './author.module.css';
import { RUNNER_WORDS } from './templates.ts';

const WHAT: Record<Runner, () => string> = {
  javascript: m.lab_author_javascript_text,
  http: m.lab_author_http_text,
  dom: m.lab_author_dom_text,
  python: m.lab_author_python_text,
  sql: m.lab_author_sql_text,
  shell: m.lab_author_shell_text,
};

interface StartLabProps {
  /** Its checks are the first that decide who has done the section. */
  opensAgain: boolean;
  onStart: (runner: Runner) => void;
}

/** A lab that is only a text so far: what its code is written in. */
export function StartLab({ onStart, opensAgain }: StartLabProps) {
  return (
    <section className={classes.start} aria-labelledby="start-lab">
      <h2 id="start-lab">{m.lab_author_start()}</h2>
      <p>{m.lab_author_start_text()}</p>
      {opensAgain && <p>{m.lab_author_start_judged()}</p>}
      <ul className={classes.runners}>
        {RUNNERS.map((runner) => (
          <li key={runner}>
            <button type="button" onClick={() => onStart(runner)}>
              <strong>{RUNNER_WORDS[runner]()}</strong>
              <span>{WHAT[runner]()}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
