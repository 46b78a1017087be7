import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { OpenCourse, OpenSection, SectionOutline } from '#contract/courses/course-shapes';
import type { SectionState } from '#domain/learning/section-state';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './player.module.css';
import type { Waiting } from './use-reporting.ts';

interface PlayerEndProps {
  course: OpenCourse;
  section: OpenSection;
  state: SectionState;
  isOwnVideo: boolean;
  /** A lab that is done when its checks pass. */
  hasChecks: boolean;
  /** Why something noticed is not saved by the server yet. */
  waiting: Waiting;
  completedAt: string | null;
  /** Shown once the course is completed. */
  reward: ReactNode;
  previous: SectionOutline | undefined;
  next: SectionOutline | undefined;
  /** Null where the reader has nothing to mark. */
  onMark: (() => Promise<void>) | null;
}

/** The end of a section: whether it counts as done, and where to go on. */
export function PlayerEnd(props: PlayerEndProps) {
  const {
    completedAt,
    course,
    hasChecks,
    isOwnVideo,
    next,
    onMark,
    previous,
    reward,
    section,
    state,
    waiting,
  } = props;
  const ways = useRef<HTMLElement>(null);
  const onButton = useRef(false);
  // The button is gone, pressed or because the end was read: the focus goes to the next section.
  useEffect(() => {
    if (state !== 'done') return;
    if (onButton.current) ways.current?.querySelector<HTMLElement>('a:last-child')?.focus();
    onButton.current = false;
  }, [state]);
  return (
    <footer className={classes.end} data-no-print>
      <p className={classes.done} role="status">
        {state === 'done' && <strong>✓ {m.learning_marked()}</strong>}
        {state !== 'done' && isOwnVideo && m.learning_video_rule()}
        {state !== 'done' && hasChecks && m.learning_lab_rule()}
        {section.sectionType === 'exam' && m.learning_exam_rule()}
        {waiting && <span>{waiting === 'refused' ? m.learning_refused() : m.learning_waiting()}</span>}
        {completedAt !== null && <span>{m.learning_finished_text({ title: course.title })}</span>}
      </p>
      {completedAt !== null && reward}
      {onMark && (
        <Button
          variant="secondary"
          onFocus={() => {
            onButton.current = true;
          }}
          onBlur={() => {
            onButton.current = false;
          }}
          onClick={() => {
            onButton.current = true;
            void onMark();
          }}
        >
          {m.learning_mark()}
        </Button>
      )}
      <nav ref={ways} className={classes.ways} aria-label={m.courses_neighbours()}>
        {previous && (
          <Link
            to="/courses/$slug/learn/$section"
            params={{ slug: course.slug, section: previous.key }}
            className={classes.way}
          >
            <span>{m.learning_previous()}</span>
            <strong>{previous.title}</strong>
          </Link>
        )}
        {next ? (
          <Link
            to="/courses/$slug/learn/$section"
            params={{ slug: course.slug, section: next.key }}
            className={classes.way}
            data-next
          >
            <span>{m.learning_next()}</span>
            <strong>{next.title}</strong>
          </Link>
        ) : (
          <LinkButton
            to="/my-courses"
            variant={completedAt === null ? 'secondary' : 'primary'}
            className={classes.finish}
          >
            {m.learning_finish()}
          </LinkButton>
        )}
      </nav>
    </footer>
  );
}
