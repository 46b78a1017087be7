import { m } from '#web/lib/messages.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './exams.module.css';

/** In the player of a course: the way to the exam. */
export function ExamEntrance({
  sectionKey,
  slug,
  title,
}: {
  slug: string;
  sectionKey: string;
  title: string;
}) {
  return (
    <div className={classes.entrance}>
      <p className={classes.hint}>{m.exams_kind()}</p>
      <h1>{title}</h1>
      <p>{m.exams_entrance()}</p>
      <LinkButton to="/courses/$slug/exams/$section" params={{ slug, section: sectionKey }} size="lg">
        {m.exams_take()}
      </LinkButton>
    </div>
  );
}
