import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { OpenCourse, OpenSection, SectionOutline } from '#contract/courses/course-shapes';
import type { CourseProgress, SectionLockReply } from '#contract/courses/learning';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import type { VideoWatcher } from '#web/ui/prose/use-watching.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { BookmarkButton } from '../bookmark-button.tsx';
import { ProgressLine } from '../progress-line.tsx';
import { keepKeysOn, keysAreOn } from './keys-on.ts';
import { LockedSection } from './locked-section.tsx';
import classes from './player.module.css';
import { PlayerKeys } from './player-keys.tsx';
import { PlayerOutline } from './player-outline.tsx';
import { PlayerSearch } from './player-search.tsx';
import { PlayerSection } from './player-section.tsx';
import { useSectionKeys } from './use-section-keys.ts';
import { useShortcuts } from './use-shortcuts.ts';

const NO_KEYS = {};

interface PlayerPageProps {
  course: OpenCourse;
  progress: CourseProgress;
  outline: SectionOutline;
  /** Null while it is locked. */
  section: OpenSection | null;
  lock: SectionLockReply | null;
  /** The section set for reading; a film gets the watcher. */
  content: (section: OpenSection, video: VideoWatcher) => ReactNode;
  /** Shown once the course is completed. */
  reward: ReactNode;
}

/** A section to study: the text is the screen, the outline beside it, progress as a thin line, the way on at the end. */
export function PlayerPage(props: PlayerPageProps) {
  const { content, course, lock, outline, progress, reward, section } = props;
  const at = course.sections.findIndex(({ id }) => id === outline.id);
  const [previous, next] = [course.sections[at - 1], course.sections[at + 1]];
  const [helping, setHelping] = useState(false);
  const [hasKeys, setHasKeys] = useState(keysAreOn);
  const [searching, setSearching] = useState(false);
  const mark = useRef<(() => void) | null>(null);
  const bookmark = useRef<(() => void) | null>(null);
  const notes = useRef<(() => void) | null>(null);
  const runs = section !== null && progress.withChecks.includes(outline.id);
  const leading = useSectionKeys(course);
  const keys = useMemo(
    () => ({
      ...leading,
      d: () => mark.current?.(),
      b: () => bookmark.current?.(),
      n: () => notes.current?.(),
      '/': () => setSearching(true),
      '?': () => setHelping(true),
    }),
    [leading],
  );
  useShortcuts(hasKeys ? keys : NO_KEYS);
  const heading = useRef<HTMLDivElement>(null);
  // Before the paint: later it would take the focus from what a reader has gone to already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section is another page to a screen reader.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [outline.id]);
  return (
    <div className={classes.player} data-workspace={runs || undefined}>
      <div className={classes.top}>
        <TextLink to="/courses/$slug" params={{ slug: course.slug }} quiet>
          {course.title}
        </TextLink>
        <ProgressLine title={course.title} done={progress.done} total={progress.total} />
        <div className={classes.tools} data-no-print>
          <Button variant="quiet" size="sm" onClick={() => setSearching(true)}>
            {m.learning_search()}{' '}
            {hasKeys && (
              <span className={classes.key} aria-hidden="true">
                /
              </span>
            )}
          </Button>
          <BookmarkButton courseId={course.id} section={outline} toggle={bookmark} />
          <Button variant="quiet" size="sm" className={classes.keysButton} onClick={() => setHelping(true)}>
            {m.learning_keys()}
          </Button>
        </div>
      </div>
      <PlayerOutline course={course} progress={progress} currentId={outline.id} isFolded={runs} />
      {section ? (
        <PlayerSection
          content={content}
          course={course}
          heading={heading}
          mark={mark}
          next={next}
          notes={notes}
          previous={previous}
          progress={progress}
          reward={reward}
          section={section}
          key={section.id}
        />
      ) : (
        <article className={classes.text}>
          <div ref={heading} tabIndex={-1} className={classes.content}>
            {lock && <LockedSection course={course} lock={lock} title={outline.title} />}
          </div>
        </article>
      )}
      <PlayerSearch course={course} open={searching} onClose={() => setSearching(false)} />
      <PlayerKeys
        open={helping}
        onClose={() => setHelping(false)}
        isOn={hasKeys}
        onSwitch={(isOn) => {
          keepKeysOn(isOn);
          setHasKeys(isOn);
        }}
      />
    </div>
  );
}
