import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** Where a course or post stands, and what a change of it would affect. Always fresh. */
export function statusQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'status', id],
    queryFn: ({ signal }) => api.publishing.status({ id }, { signal }),
    staleTime: 0,
  });
}

export function previewLinksQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'preview-links', id],
    queryFn: async ({ signal }) => (await api.publishing.links({ id }, { signal })).items,
    staleTime: 0,
  });
}

/** Whether new courses and posts start as drafts. */
export function startsAsDraftQuery(api: Api) {
  return queryOptions({
    queryKey: ['admin', 'setting', 'publishing'],
    queryFn: ({ signal }) => api.settings.publishing(undefined, { signal }),
    select: ({ value }) => value.drafts,
    staleTime: 0,
  });
}
