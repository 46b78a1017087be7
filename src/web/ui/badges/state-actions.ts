import type { CourseState } from '#domain/courses/life-cycle';
import { m } from '#web/lib/messages.ts';

/** What the action is called that brings a course or post into a state. */
export const ACTIONS: Record<CourseState, () => string> = {
  draft: m.publishing_to_draft,
  scheduled: m.publishing_to_scheduled,
  published: m.publishing_to_published,
  unlisted: m.publishing_to_unlisted,
  archived: m.publishing_to_archived,
};
