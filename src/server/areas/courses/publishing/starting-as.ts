import type { Start } from '#contract/courses/course-form';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { m } from '../../../../messages/messages.js';

/** What the row of a new course or post begins with: as its author says, else as the school has set. */
export async function startingAs({ clock, settings }: Services, { publishAt, start }: Start) {
  const now = clock.now();
  if (start === 'scheduled') {
    const time = publishAt === undefined ? null : new Date(publishAt);
    if (time === null || time <= now)
      throw new Failure('BAD_INPUT', { fields: { publishAt: m.faults_must_be_in_the_future() } });
    return { state: start, publish_at: time, published_at: null };
  }
  const { publishing } = await settings.current();
  const state = start ?? (publishing.drafts ? 'draft' : 'published');
  return { state, publish_at: null, published_at: state === 'published' ? now : null };
}
