import { m } from '#web/lib/messages.ts';
import classes from './course-page.module.css';

/** What one can do after the course. */
export function CourseOutcomes({ outcomes }: { outcomes: readonly string[] }) {
  if (outcomes.length === 0) return null;
  return (
    <section className={classes.outcomes} aria-labelledby="outcomes">
      <h2 id="outcomes">{m.courses_outcomes()}</h2>
      <ul>
        {outcomes.map((outcome) => (
          <li key={outcome}>{outcome}</li>
        ))}
      </ul>
    </section>
  );
}
