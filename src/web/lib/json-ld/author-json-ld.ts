import type { NamedAuthor } from '#contract/courses/course-shapes';
import { authorPath } from '#domain/site/author-path';

/** schema.org Person of an author. */
export function personJsonLd(
  { avatar, name, slug }: { name: string; avatar: string | null; slug: string | null },
  publicUrl: string,
): object {
  return {
    '@type': 'Person',
    name,
    ...(slug && { url: `${publicUrl}${authorPath(slug)}` }),
    ...(avatar && { image: `${publicUrl}${avatar}` }),
  };
}

/** The property `author` of what these people wrote; nothing where nobody is left to name. */
export function authorsJsonLd(authors: readonly NamedAuthor[], publicUrl: string): { author?: object[] } {
  const people = authors.flatMap(({ name, ...author }) => (name === null ? [] : [{ ...author, name }]));
  return people.length > 0 ? { author: people.map((author) => personJsonLd(author, publicUrl)) } : {};
}
