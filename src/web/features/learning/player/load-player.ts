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
  /** As it was read before; `isFresh`: as it is now. */
  readonly course: (isFresh: boolean) => Promise<CourseDetail | null>;
  /** The section of a course without rules, which is the same for everybody. */
  readonly section: (isFresh: boolean) => Promise<SectionDetail | null>;
}
interface Loaded {
  readonly title: string;
  readonly runs: boolean;
}

/** Everything the player needs, read before it is shown. Who may not, or does not study the course, is led to its page. */
export async function loadPlayer(wanted: Wanted): Promise<Loaded> {
  // Its author may have added the section, or set rules, since the course was read.
  const loaded = (await load(wanted, false)) ?? (await load(wanted, true));
  if (!loaded) throw notFound();
  return loaded;
}

/** Null where there is no such section. */
async function load(wanted: Wanted, isFresh: boolean): Promise<Loaded | null> {
  const { api, course, queryClient, section, sectionKey, slug } = wanted;
  const found = await course(isFresh);
  if (!found) return null;
  const known = found.access === 'open' ? found.sections.find(({ key }) => key === sectionKey) : undefined;
  if (!known) leadToMoved(await section(isFresh));
  if (found.access === 'locked') throw redirect({ to: '/courses/$slug', params: { slug } });
  if (!known) return null;
  const progress = progressQuery(api, found.id);
  // By rules of the author what is open changes with what was done, here and on other devices.
  const [text, { enrolled, withChecks }] = await Promise.all([
    found.guided
      ? queryClient.fetchQuery(guidedSectionQuery(api, found.id, sectionKey))
      : section(isFresh).then((read) => (read?.access === 'open' ? read : null)),
    found.guided
      ? queryClient.fetchQuery({ ...progress, staleTime: 0 })
      : queryClient.ensureQueryData(progress),
  ]);
  if (!enrolled) throw redirect({ to: '/courses/$slug', params: { slug } });
  if (!text && !found.guided) return null;
  return { title: `${known.title} · ${found.title}`, runs: text !== null && withChecks.includes(known.id) };
}

/** To a section that is in another course now. */
function leadToMoved(section: SectionDetail | null): void {
  if (section?.access !== 'moved') return;
  const { key, slug } = section;
  throw redirect({ to: '/courses/$slug/learn/$section', params: { slug, section: key } });
}
