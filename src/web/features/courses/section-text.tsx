import { Suspense } from 'react';
import type { OpenSection } from '#contract/courses/course-shapes';
import type { SectionType } from '#domain/courses/vocabulary';
import { formatMinutes } from '#web/lib/format.ts';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { Prose } from '#web/ui/prose/prose.tsx';
import type { VideoWatcher } from '#web/ui/prose/use-watching.ts';
import classes from './course-section.module.css';

/** The player is downloaded by sections that show a film only. */
const VideoPlayer = latePart(() => import('#web/ui/prose/video-player.tsx'), 'VideoPlayer');

const KIND_WORDS: Record<SectionType, () => string> = {
  lesson: m.courses_lesson,
  lab: m.courses_lab,
  exam: m.courses_exam,
};

interface SectionTextProps {
  section: OpenSection;
  /** Level of its title on the page. */
  heading?: 'h1' | 'h2';
  /** Hears what of a film is watched. */
  watcher?: VideoWatcher;
}

/** A section set for reading: its kind, its title, its film, its text. */
export function SectionText({ heading: Heading = 'h2', section, watcher }: SectionTextProps) {
  const { html, minutes, sectionType, title, type, video } = section;
  return (
    <>
      <p className={classes.kind}>
        {KIND_WORDS[sectionType]()} · {formatMinutes(minutes)}
      </p>
      <Heading className={classes.title}>{title}</Heading>
      {type === 'video' && video === null && (
        <p className={classes.unavailable} role="note">
          {m.courses_video_unavailable()}
        </p>
      )}
      {video && (
        <Suspense fallback={<div className={classes.frame} />}>
          <VideoPlayer video={video} title={title} watcher={watcher} />
        </Suspense>
      )}
      <Prose html={html} runs />
    </>
  );
}
