import type { QueryClient } from '@tanstack/react-query';
import type { PageName } from '#contract/site';
import type { Api } from '#web/lib/api/api-client.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { pageQuery } from './queries.ts';

const WORDS: Readonly<Record<PageName, { path: string; title: () => string; description: () => string }>> = {
  about_us: { path: '/about', title: m.site_about, description: m.site_about_head },
  terms: { path: '/terms', title: m.site_terms, description: m.site_terms_head },
  privacy: { path: '/privacy', title: m.site_privacy, description: m.site_privacy_head },
  cookies: { path: '/cookies', title: m.site_cookies, description: m.site_cookies_head },
};

/** Fetches a stored page, and answers the head of its route. Loaded with the page: other first pages do without. */
export async function loadStatic(
  { api, queryClient }: { readonly api: Api; readonly queryClient: QueryClient },
  name: PageName,
) {
  await queryClient.ensureQueryData(pageQuery(api, name));
  const { description, path, title } = WORDS[name];
  return pageHead(
    { queryClient },
    {
      title: title(),
      description: description(),
      path,
      crumbs: [{ label: m.site_home(), to: '/' }, { label: title() }],
    },
  );
}
