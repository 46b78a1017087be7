import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CustomPage } from '#contract/site';
import { customPagePath } from '#domain/site/custom-page-path';
import type { Api } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';
import { metaHead } from '#web/lib/json-ld/meta-head.ts';
import { m } from '#web/lib/messages.ts';

/** A page that the school added, where it has moved, or null. */
export function customPageQuery(api: Api, slug: string) {
  return queryOptions({
    queryKey: ['site', 'custom-page', slug],
    queryFn: ({ signal }) =>
      api.site.customPage({ slug }, { signal }).catch((error: unknown) => {
        if (failureCode(error) === 'PAGE_NOT_FOUND') return null;
        throw error;
      }),
  });
}

/** Fetches a page and answers its head, or where it has moved; null where there is none. */
export async function loadPage(
  { api, queryClient }: { readonly api: Api; readonly queryClient: QueryClient },
  slug: string,
) {
  const page = await queryClient.ensureQueryData(customPageQuery(api, slug));
  if (page?.access === 'moved') return { moved: customPagePath(page.slug) };
  return page && metaHead({ queryClient }, wordsOf(page), page.meta);
}

function wordsOf({ description, shareImage, slug, state, title }: CustomPage) {
  return {
    title,
    ...(description && { description }),
    path: customPagePath(slug),
    image: shareImage,
    crumbs: [{ label: m.site_home(), to: '/' }, { label: title }],
    ...(state !== 'published' && { noindex: true }),
  };
}
