import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PageContent } from '#contract/pages';
import type { Api } from '#web/lib/api/api-client.ts';

/** A page for its editor. Fetched again for every visit, and never under the hands of who is editing. */
export function editedPageQuery(api: Api, name: string) {
  return queryOptions({
    queryKey: ['admin', 'page', name],
    queryFn: ({ signal }) => api.pages.get({ name }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The pages of the school; `q`: those of its own whose title or address has it. */
export function pagesQuery(api: Api, q: string) {
  return queryOptions({
    queryKey: ['admin', 'pages', q],
    queryFn: ({ signal }) => api.pages.list({ q }, { signal }),
    placeholderData: (previous) => previous,
    staleTime: 0,
  });
}

/** HTML as readers will see it, made by the server as it is at save. */
export function pagePreviewQuery(api: Api, html: string) {
  return queryOptions({
    queryKey: ['admin', 'page-preview', html],
    queryFn: ({ signal }) => api.pages.preview({ html }, { signal }),
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

/** HTML as Markdown, with what readers will see of that. */
export function convertedQuery(api: Api, html: string) {
  return queryOptions({
    queryKey: ['admin', 'page-markdown', html],
    queryFn: async ({ signal }) => {
      const { lost, markdown } = await api.courses.fromHtml({ html }, { signal });
      const rendered = await api.courses.preview({ content: markdown }, { signal });
      return { lost, markdown, html: rendered.html };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function pageHistoryQuery(api: Api, name: string) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'page-history', name],
    queryFn: ({ pageParam, signal }) =>
      api.pages.history({ name, ...(pageParam !== null && { before: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.hasMore ? (last.items.at(-1)?.version ?? null) : null),
    staleTime: 0,
    gcTime: 0,
  });
}

/** A saved version never changes. */
export function revisionQuery(api: Api, name: string, version: number) {
  return queryOptions({
    queryKey: ['admin', 'page-revision', name, version],
    queryFn: ({ signal }) => api.pages.revision({ name, version }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

interface Save {
  readonly name: string;
  /** The version that the save is based on. */
  readonly version: number;
  readonly content: PageContent;
}

export function savePage(api: Api, save: Save) {
  return api.pages.save(save);
}

export function restorePage(api: Api, name: string, restore: number, version: number) {
  return api.pages.restore({ name, restore, version });
}
