import type { CourseState } from '#domain/courses/life-cycle';
import { m } from '#web/lib/messages.ts';
import classes from './state-badge.module.css';

const WORDS: Record<CourseState, () => string> = {
  draft: m.ui_state_draft,
  scheduled: m.ui_state_scheduled,
  published: m.ui_state_published,
  unlisted: m.ui_state_unlisted,
  archived: m.ui_state_archived,
};

export function stateWord(state: CourseState): string {
  return WORDS[state]();
}

/** Where a course or post stands, in one word. */
export function StateBadge({ state }: { state: CourseState }) {
  return (
    <span className={classes.state} data-state={state}>
      {stateWord(state)}
    </span>
  );
}
