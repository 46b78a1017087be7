import type { QueryClient } from '@tanstack/react-query';
import type { AuthorPage } from '#contract/courses/authors';
import { authorPath } from '#domain/site/author-path';
import type { Api } from '#web/lib/api/api-client.ts';
import { personJsonLd } from '#web/lib/json-ld/author-json-ld.ts';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { authorQuery } from './author-query.ts';

const MAX_LETTERS = 300;

interface Context {
  readonly api: Api;
  readonly queryClient: QueryClient;
}

/** Fetches an author and answers what the head of the page says; null where there is nobody. */
export async function loadAuthor({ api, queryClient }: Context, slug: string, page: number | undefined) {
  const author = await queryClient.ensureQueryData(authorQuery(api, slug, page));
  return author && wordsOf(author, siteInfo(queryClient).publicUrl);
}

function wordsOf({ avatar, bio, name, slug, social, website }: AuthorPage, publicUrl: string) {
  const description = bio.replace(/\s+/g, ' ').slice(0, MAX_LETTERS) || m.authors_head({ name });
  const sameAs = [website, social].filter((address) => address !== '');
  const person = {
    ...personJsonLd({ name, avatar, slug }, publicUrl),
    ...(bio && { description }),
    ...(sameAs.length > 0 && { sameAs }),
  };
  return {
    title: name,
    description,
    path: authorPath(slug),
    ...(avatar && { image: avatar }),
    crumbs: [{ label: m.site_home(), to: '/' }, { label: m.posts_title(), to: '/blogs' }, { label: name }],
    jsonLd: [{ '@type': 'ProfilePage', mainEntity: person }],
  };
}
