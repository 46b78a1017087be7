import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import type { CourseDetail, SectionDetail } from '#contract/course-shapes';
import type { Api } from '#web/lib/api-client.ts';
import { progressQuery } from './queries.ts';

interface Wanted {
  readonly api: Api;
  readonly queryClient: QueryClient;
  readonly slug: string;
  readonly course: () => Promise<CourseDetail | null>;
  readonly section: () => Promise<SectionDetail | null>;
}

/** Everything the player needs, read before it is shown. Who may not, or does not study the course, is led to its page. */
export async function loadPlayer({
  api,
  course,
  queryClient,
  section,
  slug,
}: Wanted): Promise<{ title: string }> {
  const found = await course();
  if (!found) throw notFound();
  if (found.access === 'locked') throw redirect({ to: '/courses/$slug', params: { slug } });
  const [text, progress] = await Promise.all([
    section(),
    queryClient.ensureQueryData(progressQuery(api, found.id)),
  ]);
  if (text?.access !== 'open') throw notFound();
  if (!progress.enrolled) throw redirect({ to: '/courses/$slug', params: { slug } });
  return { title: `${text.title} · ${found.title}` };
}
