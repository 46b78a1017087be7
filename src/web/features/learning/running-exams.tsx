import type { RunningExam } from '#contract/courses/dashboard';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { relativeTime } from '#web/lib/relative-time.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './dashboard.module.css';

/** Attempts whose clock runs, before anything else. */
export function RunningExams({ running }: { running: readonly RunningExam[] }) {
  if (running.length === 0) return null;
  return (
    <ul className={classes.running}>
      {running.map(({ course, section, until }) => (
        <li key={`${course.slug}/${section.key}`}>
          <div>
            <strong>{m.dashboard_exam_runs({ title: section.title })}</strong>
            <p>
              {until === null
                ? m.dashboard_exam_runs_open({ course: course.title })
                : m.dashboard_exam_runs_until({
                    course: course.title,
                    time: formatTime(until),
                    relative: relativeTime(until),
                  })}
            </p>
          </div>
          <LinkButton
            to="/courses/$slug/exams/$section"
            params={{ slug: course.slug, section: section.key }}
            aria-label={m.dashboard_exam_go_on_named({ title: section.title })}
          >
            {m.dashboard_exam_go_on()}
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}
