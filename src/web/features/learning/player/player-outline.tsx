import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import type { OpenCourse } from '#contract/courses/course-shapes';
import type { CourseProgress } from '#contract/courses/learning';
import type { SectionType } from '#domain/courses/vocabulary';
import type { SectionState } from '#domain/learning/section-state';
import { formatMinutes } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import classes from './player.module.css';
import { useOutlineSeen } from './use-outline-seen.ts';

interface PlayerOutlineProps {
  course: OpenCourse;
  progress: CourseProgress;
  currentId: string;
  /** A workspace needs the room. */
  isFolded: boolean;
}

/** From here on, in px, the outline has a column of its own. */
const WIDE = 1024;

const WORDS: Record<SectionState, () => string> = {
  new: m.learning_state_new,
  started: m.learning_state_started,
  done: m.learning_state_done,
};

const KINDS: Record<SectionType, () => string> = {
  lesson: m.courses_lesson,
  lab: m.courses_lab,
  exam: m.courses_exam,
};

/** Every section with its number, kind and state; folds away, and its room goes to the text. */
export function PlayerOutline({ course, currentId, isFolded, progress }: PlayerOutlineProps) {
  const details = useRef<HTMLDetailsElement>(null);
  // On a small screen the text comes first.
  useLayoutEffect(() => {
    if (!details.current) return;
    if (isFolded || window.innerWidth < WIDE) details.current.open = false;
    details.current.dataset.settled = '';
  }, [isFolded]);
  useOutlineSeen(course, progress);
  const added = new Set(progress.added);
  const locked = new Set(progress.locks.map(({ id }) => id));
  const states = new Map(progress.sections.map(({ id, state }) => [id, state]));
  return (
    <details ref={details} className={classes.outline} open data-no-print>
      <summary>{m.learning_outline()}</summary>
      <nav aria-label={m.learning_outline()}>
        <ol>
          {course.sections.map(({ id, key, minutes, order, sectionType, title }) => {
            const state = states.get(id) ?? 'new';
            return (
              <li key={id}>
                <Link
                  to="/courses/$slug/learn/$section"
                  params={{ slug: course.slug, section: key }}
                  className={classes.link}
                  aria-current={id === currentId ? 'page' : undefined}
                >
                  <span
                    className={classes.state}
                    data-state={locked.has(id) ? 'locked' : state}
                    aria-hidden="true"
                  >
                    {state === 'done' ? '✓' : ''}
                  </span>
                  <span>
                    <span className={classes.kind}>
                      {order} · {KINDS[sectionType]()}
                    </span>
                    {title}
                    <span className="sr-only">
                      , {locked.has(id) ? m.learning_state_locked() : WORDS[state]()}
                    </span>
                    {state === 'new' && added.has(id) && (
                      <span className={classes.added}>{m.dashboard_new()}</span>
                    )}
                  </span>
                  <span className={classes.minutes}>{formatMinutes(minutes)}</span>
                </Link>
              </li>
            );
          })}
        </ol>
      </nav>
    </details>
  );
}
