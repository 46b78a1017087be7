import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Api } from '#web/lib/api/api-client.ts';
import { sectionQuery } from './queries.ts';

/** Leads to a section that a course doesn't have any more because it was moved to another one; else nothing happens. */
export async function leadToMoved(
  api: Api,
  queryClient: QueryClient,
  { key, slug }: { slug: string; key: string },
): Promise<void> {
  const section = await queryClient.ensureQueryData(sectionQuery(api, slug, key));
  if (section?.access !== 'moved') return;
  throw redirect({ to: '/courses/$slug', params: { slug: section.slug }, search: { section: section.key } });
}
