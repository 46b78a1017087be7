import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import type { CourseDetail, SectionDetail } from '#contract/courses/course-shapes';
import type { Api } from '#web/lib/api/api-client.ts';
import { guidedSectionQuery, progressQuery } from '../queries.ts';

interface Wanted {
  readonly api: Api;
  readonly queryClient: QueryClient;
  readonly slug: string;
  readonly sectionKey: string;
  readonly course: () => Promise<CourseDetail | null>;
  /** The section of a course without rules, which is the same for everybody. */
  readonly section: () => Promise<SectionDetail | null>;
}

/** Everything the player needs, read before it is shown. Who may not, or does not study the course, is led to its page. */
export async function loadPlayer(wanted: Wanted): Promise<{ title: string; runs: boolean }> {
  const { api, course, queryClient, section, sectionKey, slug } = wanted;
  const found = await course();
  if (!found) throw notFound();
  const known = found.access === 'open' ? found.sections.find(({ key }) => key === sectionKey) : undefined;
  if (!known) leadToMoved(await section());
  if (found.access === 'locked') throw redirect({ to: '/courses/$slug', params: { slug } });
  if (!known) throw notFound();
  const progress = progressQuery(api, found.id);
  // By rules of the author what is open changes with what was done, here and on other devices.
  const [text, { enrolled, withChecks }] = await Promise.all([
    found.guided
      ? queryClient.fetchQuery(guidedSectionQuery(api, found.id, sectionKey))
      : section().then((read) => (read?.access === 'open' ? read : null)),
    found.guided
      ? queryClient.fetchQuery({ ...progress, staleTime: 0 })
      : queryClient.ensureQueryData(progress),
  ]);
  if (!enrolled) throw redirect({ to: '/courses/$slug', params: { slug } });
  if (!text && !found.guided) throw notFound();
  return { title: `${known.title} · ${found.title}`, runs: text !== null && withChecks.includes(known.id) };
}

/** To a section that is in another course now. */
function leadToMoved(section: SectionDetail | null): void {
  if (section?.access !== 'moved') return;
  const { key, slug } = section;
  throw redirect({ to: '/courses/$slug/learn/$section', params: { slug, section: key } });
}
