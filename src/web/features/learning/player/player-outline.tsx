import { Link } from '@tanstack/react-router';
import { Fragment, useLayoutEffect, useRef } from 'react';
import type { OpenCourse, SectionOutline } from '#contract/courses/course-shapes';
import type { CourseProgress } from '#contract/courses/learning';
import { chaptersOf } from '#domain/courses/chapters';
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

/** Every section with its number, kind and state, by chapter; folds away, and its room goes to the text. */
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
  const isDone = ({ id }: SectionOutline) => states.get(id) === 'done';
  return (
    <details ref={details} className={classes.outline} open data-no-print>
      <summary>{m.learning_outline()}</summary>
      <nav aria-label={m.learning_outline()}>
        {chaptersOf(course.sections).map(({ sections, title }) => {
          const [first] = sections;
          const list = (
            <ol aria-labelledby={title === '' ? undefined : `chapter-${first?.id}`}>
              {sections.map((section) => (
                <OutlineItem
                  key={section.id}
                  section={section}
                  slug={course.slug}
                  state={states.get(section.id) ?? 'new'}
                  isLocked={locked.has(section.id)}
                  isAdded={added.has(section.id)}
                  isCurrent={section.id === currentId}
                />
              ))}
            </ol>
          );
          if (title === '') return <Fragment key={first?.id}>{list}</Fragment>;
          return (
            <Fragment key={first?.id}>
              <p className={classes.chapter}>
                <span id={`chapter-${first?.id}`}>{title}</span>
                <small>
                  {m.learning_chapter_done({ done: sections.filter(isDone).length, total: sections.length })}
                </small>
              </p>
              {list}
            </Fragment>
          );
        })}
      </nav>
    </details>
  );
}

interface OutlineItemProps {
  section: SectionOutline;
  slug: string;
  state: SectionState;
  isLocked: boolean;
  isAdded: boolean;
  isCurrent: boolean;
}

function OutlineItem({ isAdded, isCurrent, isLocked, section, slug, state }: OutlineItemProps) {
  const { key, minutes, order, sectionType, title } = section;
  return (
    <li>
      <Link
        to="/courses/$slug/learn/$section"
        params={{ slug, section: key }}
        className={classes.link}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <span className={classes.state} data-state={isLocked ? 'locked' : state} aria-hidden="true">
          {state === 'done' ? '✓' : ''}
        </span>
        <span>
          <span className={classes.kind}>
            {order} · {KINDS[sectionType]()}
          </span>
          {title}
          <span className="sr-only">, {isLocked ? m.learning_state_locked() : WORDS[state]()}</span>
          {state === 'new' && isAdded && <span className={classes.added}>{m.dashboard_new()}</span>}
        </span>
        <span className={classes.minutes}>{formatMinutes(minutes)}</span>
      </Link>
    </li>
  );
}
