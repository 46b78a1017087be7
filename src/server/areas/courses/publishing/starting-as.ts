import type { Start } from '#contract/courses/course-form';
import type { Services } from '#server/services';

/** What the row of a new course or post begins with: as its author says, else as the school has set. */
export async function startingAs({ clock, settings }: Services, start: Start['start']) {
  const { publishing } = await settings.current();
  const state = start ?? (publishing.drafts ? 'draft' : 'published');
  return { state, published_at: state === 'published' ? clock.now() : null };
}
