import type { Api } from '#web/lib/api/api-client.ts';
import { authorsJsonLd } from '#web/lib/json-ld/author-json-ld.ts';
import type { SiteInfo } from '#web/lib/site-info.ts';

type Post = Extract<Awaited<ReturnType<Api['posts']['get']>>, { access: 'open' }>;

/** What search engines read of a post: schema.org Article. */
export function postJsonLd(post: Post, path: string, { publicUrl }: Pick<SiteInfo, 'publicUrl'>): object {
  return {
    '@type': 'Article',
    headline: post.title,
    description: post.description,
    url: `${publicUrl}${path}`,
    datePublished: post.publishedAt,
    dateModified: post.updatedAt,
    ...authorsJsonLd(post.authors, publicUrl),
  };
}
