import type { QueryClient } from '@tanstack/react-query';
import type { MetaHTMLAttributes } from 'react';
import { m } from './messages.ts';
import { siteInfo } from './site-info.ts';

export interface PageWords {
  title: string;
  description?: string;
  /** Path of the page without search fields; its canonical address is made from it. */
  path: string;
  /** Path or address of the picture that is shown where the page is shared. */
  image?: string;
  /** The way here, the page itself last. */
  crumbs?: readonly { readonly label: string; readonly to?: string }[];
  /** Further statements for search engines (schema.org), such as Course or FAQPage. */
  jsonLd?: readonly object[];
  /** Keep it out of search engines. */
  noindex?: boolean;
}

/** For a route's `head`: title, description, canonical, Open Graph and JSON-LD of one page. */
export function pageHead(context: { queryClient: QueryClient }, words: PageWords) {
  const { publicUrl, school, seo } = siteInfo(context.queryClient);
  const { title, path, image = seo.image } = words;
  const description = words.description ?? (seo.description || school.description || m.shell_description());
  const url = `${publicUrl}${path}`;
  const picture = image.startsWith('/') ? `${publicUrl}${image}` : image;
  const statements = [
    ...(words.crumbs ? [breadcrumbList(publicUrl, path, words.crumbs)] : []),
    ...(words.jsonLd ?? []),
  ];
  return {
    meta: [
      { title: path === '/' ? seo.title || title : `${title} · ${school.name}` },
      { name: 'description', content: path === '/' ? seo.description || description : description },
      ...(seo.keywords ? [{ name: 'keywords', content: seo.keywords }] : []),
      ...(words.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: school.name },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { property: 'og:image', content: picture },
      { name: 'twitter:card', content: 'summary_large_image' },
      ...statements.map(jsonLdTag),
    ],
    links: [{ rel: 'canonical', href: url }],
  };
}

function breadcrumbList(publicUrl: string, path: string, crumbs: NonNullable<PageWords['crumbs']>) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: `${publicUrl}${to ?? path}`,
    })),
  };
}

/** The router draws this key as a script of type application/ld+json; its types know only attributes of <meta>. */
function jsonLdTag(statement: object): MetaHTMLAttributes<HTMLMetaElement> {
  const tag: object = { 'script:ld+json': { '@context': 'https://schema.org', ...statement } };
  return tag;
}
