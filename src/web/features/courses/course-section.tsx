import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { OpenCourse, OpenSection } from '#contract/course-shapes';
import type { SectionType } from '#domain/courses/vocabulary';
import { formatMinutes } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { Prose } from '#web/ui/prose.tsx';
import classes from './course-section.module.css';
import { sectionQuery } from './queries.ts';

/** The player is downloaded by sections that show a film only. */
const VideoPlayer = lazy(() =>
  import('#web/ui/video-player.tsx').then(({ VideoPlayer: component }) => ({ default: component })),
);

const KIND_WORDS: Record<SectionType, () => string> = {
  lesson: m.courses_lesson,
  lab: m.courses_lab,
  exam: m.courses_exam,
};

/** One section to read in place, with the way to its neighbours at its end. */
export function CourseSection({ course, sectionKey }: { course: OpenCourse; sectionKey: string }) {
  const { data, isError } = useQuery(sectionQuery(useApi(), course.slug, sectionKey));
  return (
    <article className={classes.section} id="section" tabIndex={-1} aria-live="polite">
      {data?.access === 'open' && <SectionText section={data} />}
      {data === undefined && !isError && <LoadingState inline />}
      {(isError || data === null || data?.access === 'locked') && (
        <EmptyState title={m.courses_section_missing()} drawing="broken" compact />
      )}
      <Neighbours course={course} sectionKey={sectionKey} />
    </article>
  );
}

function SectionText({ section }: { section: OpenSection }) {
  const { html, minutes, sectionType, title, type, video } = section;
  return (
    <>
      <p className={classes.kind}>
        {KIND_WORDS[sectionType]()} · {formatMinutes(minutes)}
      </p>
      <h2 className={classes.title}>{title}</h2>
      {type === 'video' && video === null && (
        <p className={classes.unavailable} role="note">
          {m.courses_video_unavailable()}
        </p>
      )}
      {video && (
        <Suspense fallback={<div className={classes.film} />}>
          <VideoPlayer video={video} title={title} />
        </Suspense>
      )}
      <Prose html={html} />
    </>
  );
}

function Neighbours({ course: { sections, slug }, sectionKey }: { course: OpenCourse; sectionKey: string }) {
  const at = sections.findIndex(({ key }) => key === sectionKey);
  const [previous, next] = [sections[at - 1], sections[at + 1]];
  return (
    <nav className={classes.neighbours} aria-label={m.courses_neighbours()} data-no-print>
      {previous && (
        <Link
          to="/courses/$slug"
          params={{ slug }}
          search={{ section: previous.key }}
          hash="section"
          className={classes.neighbour}
        >
          <span>← {m.courses_previous()}</span>
          <strong>{previous.title}</strong>
        </Link>
      )}
      {next && (
        <Link
          to="/courses/$slug"
          params={{ slug }}
          search={{ section: next.key }}
          hash="section"
          className={classes.neighbour}
          data-next
        >
          <span>{m.courses_next()} →</span>
          <strong>{next.title}</strong>
        </Link>
      )}
    </nav>
  );
}
