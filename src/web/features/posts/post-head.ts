import type { QueryClient } from '@tanstack/react-query';
import type { LockedPost, OpenPost } from '#contract/courses/posts';
import { postPath } from '#domain/courses/page-paths';
import { NO_META } from '#domain/site/page-meta';
import { metaHead } from '#web/lib/json-ld/meta-head.ts';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { postJsonLd } from './post-json-ld.ts';

/** The head of a post. Search engines are kept from what isn't published, or is closed to the reader. */
export function postHead(context: { queryClient: QueryClient }, post: OpenPost | LockedPost, id: string) {
  const path = postPath(id);
  const words = {
    title: post.title,
    path,
    image: post.shareImage,
    crumbs: [
      { label: m.site_home(), to: '/' },
      { label: m.posts_title(), to: '/blogs' },
      { label: post.title },
    ],
  };
  if (post.access !== 'open' || post.state !== 'published')
    return metaHead(context, { ...words, noindex: true }, NO_META);
  const jsonLd = [postJsonLd(post, path, siteInfo(context.queryClient))];
  return metaHead(context, { ...words, description: post.description, jsonLd }, post.meta);
}
