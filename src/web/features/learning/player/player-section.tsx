import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { OpenCourse, OpenSection, SectionOutline } from '#contract/courses/course-shapes';
import type { CourseProgress } from '#contract/courses/learning';
import type { VideoWatcher } from '#web/ui/prose/use-watching.ts';
import classes from './player.module.css';
import { PlayerEnd } from './player-end.tsx';
import { PlayerNotes } from './player-notes.tsx';
import { useReading } from './use-reading.ts';
import { useReporting } from './use-reporting.ts';

const NEARLY_ALL = 0.9;
const UNSEEN = { position: 0, state: 'new' } as const;

interface PlayerSectionProps {
  course: OpenCourse;
  progress: CourseProgress;
  section: OpenSection;
  previous: SectionOutline | undefined;
  next: SectionOutline | undefined;
  content: (section: OpenSection, watcher: VideoWatcher) => ReactNode;
  reward: ReactNode;
  /** What gets the focus when the section is shown. */
  heading: RefObject<HTMLDivElement | null>;
  /** What the key for it does; null where there is nothing to mark. */
  mark: RefObject<(() => void) | null>;
  /** What the key for the own note does. */
  notes: RefObject<(() => void) | null>;
}

/** An open section: what is read and watched of it is told, and where one stopped it goes on. */
export function PlayerSection(props: PlayerSectionProps) {
  const { content, course, heading, mark, next, notes, previous, progress, reward, section } = props;
  const text = useRef<HTMLElement>(null);
  const { report, waiting } = useReporting(course, section.id);
  const { position, state } = progress.sections.find(({ id }) => id === section.id) ?? UNSEEN;
  const [stopped] = useState(position);
  const runs = progress.withChecks.includes(section.id);
  const hasChecks = runs && progress.judged;
  const isOwnVideo = section.video !== null && 'src' in section.video;
  useReading({
    text,
    minutes: section.minutes,
    stoppedAt: isOwnVideo || runs || state === 'done' ? null : stopped,
    report: isOwnVideo ? ignore : report,
  });
  const canMark = section.sectionType !== 'exam' && !hasChecks && !isOwnVideo && state !== 'done';
  // Before the next key is read.
  useLayoutEffect(() => {
    mark.current = canMark ? () => void report({ marked: true }, true) : null;
    return () => {
      mark.current = null;
    };
  }, [canMark, mark, report]);
  const watcher: VideoWatcher = {
    // A video that takes the place of another starts where one is, not where one was when the page came.
    startAt: isOwnVideo && state !== 'done' ? position : 0,
    // Where it may just have become enough, the reader sees it at once.
    onWatched: (watched, duration, second) =>
      report({ watched, duration, position: second }, duration > 0 && second >= NEARLY_ALL * duration),
  };
  return (
    <article ref={text} className={classes.text}>
      <div ref={heading} tabIndex={-1} className={classes.content}>
        {content(section, watcher)}
      </div>
      <PlayerNotes course={course} section={section} open={notes} />
      <PlayerEnd
        course={course}
        section={section}
        state={state}
        isOwnVideo={isOwnVideo}
        hasChecks={hasChecks}
        waiting={waiting}
        completedAt={progress.completedAt}
        reward={reward}
        previous={previous}
        next={next}
        onMark={canMark ? () => report({ marked: true }, true) : null}
      />
    </article>
  );
}

function ignore(): void {
  // A film is watched, not read.
}
