import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { OpenCourse, OpenSection } from '#contract/course-shapes';
import type { CourseProgress } from '#contract/learning';
import { TextLink } from '#web/ui/text-link.tsx';
import type { FilmWatcher } from '#web/ui/video-player.tsx';
import classes from './player.module.css';
import { PlayerEnd } from './player-end.tsx';
import { PlayerKeys } from './player-keys.tsx';
import { PlayerOutline } from './player-outline.tsx';
import { ProgressLine } from './progress-line.tsx';
import { useReading } from './use-reading.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useTelling } from './use-telling.ts';

const NEARLY_ALL = 0.9;

interface PlayerPageProps {
  course: OpenCourse;
  progress: CourseProgress;
  section: OpenSection;
  /** The section set for reading; a film gets the watcher. */
  content: (film: FilmWatcher) => ReactNode;
  /** Shown once the course is completed. */
  reward: ReactNode;
}

/** A section to study: the text is the screen, the outline beside it, progress as a thin line, the way on at the end. */
export function PlayerPage({ content, course, progress, reward, section }: PlayerPageProps) {
  const navigate = useNavigate();
  const text = useRef<HTMLElement>(null);
  const { tell, waiting } = useTelling(course.id, section.id);
  const [stopped] = useState(() => progress.sections.find(({ id }) => id === section.id)?.position ?? 0);
  const isOwnFilm = section.video !== null && 'src' in section.video;
  const state = progress.sections.find(({ id }) => id === section.id)?.state ?? 'new';
  useReading({
    text,
    minutes: section.minutes,
    stoppedAt: isOwnFilm || state === 'done' ? null : stopped,
    tell: isOwnFilm ? ignore : tell,
  });
  const at = course.sections.findIndex(({ id }) => id === section.id);
  const [previous, next] = [course.sections[at - 1], course.sections[at + 1]];
  const canMark = section.sectionType !== 'exam' && !isOwnFilm && state !== 'done';
  const [helping, setHelping] = useState(false);
  const keys = useMemo(() => {
    const go = (key: string | undefined) => () => {
      if (key)
        void navigate({ to: '/courses/$slug/learn/$section', params: { slug: course.slug, section: key } });
    };
    return {
      j: go(next?.key),
      ArrowRight: go(next?.key),
      k: go(previous?.key),
      ArrowLeft: go(previous?.key),
      d: () => canMark && void tell({ marked: true }, true),
      '?': () => setHelping(true),
    };
  }, [canMark, course.slug, navigate, next, previous, tell]);
  useShortcuts(keys);
  const heading = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section is another page to a screen reader.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [section.id]);
  const film: FilmWatcher = {
    startAt: isOwnFilm && state !== 'done' ? stopped : 0,
    // Where it may just have become enough, the reader sees it at once.
    onWatched: (watched, duration, position) =>
      tell({ watched, duration, position }, position >= NEARLY_ALL * duration),
  };
  return (
    <div className={classes.player}>
      <div className={classes.top}>
        <TextLink to="/courses/$slug" params={{ slug: course.slug }} quiet>
          ← {course.title}
        </TextLink>
        <ProgressLine title={course.title} done={progress.done} total={progress.total} />
      </div>
      <PlayerOutline course={course} progress={progress} currentId={section.id} />
      <article ref={text} className={classes.text}>
        <div ref={heading} tabIndex={-1} className={classes.content}>
          {content(film)}
        </div>
        <PlayerEnd
          course={course}
          section={section}
          state={state}
          isOwnFilm={isOwnFilm}
          waiting={waiting}
          completedAt={progress.completedAt}
          reward={reward}
          previous={previous}
          next={next}
          onMark={canMark ? () => tell({ marked: true }, true) : null}
        />
      </article>
      <PlayerKeys open={helping} onClose={() => setHelping(false)} />
    </div>
  );
}

function ignore(): void {
  // A film is watched, not read.
}
