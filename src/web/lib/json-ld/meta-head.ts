import type { QueryClient } from '@tanstack/react-query';
import type { PageMeta } from '#domain/site/page-meta';
import { type PageWords, pageHead } from '../page-head.ts';
import { siteInfo } from '../site-info.ts';

/** `pageHead` of a post or page that may tell search engines and shared links something of its own. Loaded with what has it. */
export function metaHead(context: { queryClient: QueryClient }, words: PageWords, meta: PageMeta) {
  const head = pageHead(context, words);
  const own: Readonly<Record<string, string>> = {
    'og:title': meta.shareTitle,
    'og:description': meta.shareDescription,
  };
  const { school } = siteInfo(context.queryClient);
  return {
    meta: head.meta.map((tag) => {
      if ('property' in tag && tag.property) return { ...tag, content: own[tag.property] || tag.content };
      return 'title' in tag && meta.title ? { title: `${meta.title} · ${school.name}` } : tag;
    }),
    links: meta.canonical ? [{ rel: 'canonical', href: meta.canonical }] : head.links,
  };
}
