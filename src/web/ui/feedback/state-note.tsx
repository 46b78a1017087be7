import type { CourseState } from '#domain/courses/life-cycle';
import { m } from '#web/lib/messages.ts';
import { Notice } from './notice.tsx';

const WORDS: Record<Exclude<CourseState, 'published'>, () => string> = {
  draft: m.publishing_note_draft,
  scheduled: m.publishing_note_scheduled,
  unlisted: m.publishing_note_unlisted,
  archived: m.publishing_note_archived,
};

/** On the page of what is not published: who can see it. Downloaded only there. */
export function StateNote({ state }: { state: CourseState }) {
  return state === 'published' ? null : <Notice>{WORDS[state]()}</Notice>;
}
