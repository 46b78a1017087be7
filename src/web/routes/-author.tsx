import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { AuthorMissing } from '#web/features/authors/author-missing.tsx';
import { AuthorPage } from '#web/features/authors/author-page.tsx';
import { authorQuery } from '#web/features/authors/author-query.ts';
import { FeedCards } from '#web/features/posts/feed-cards.tsx';
import { useApi } from '#web/lib/session/session.ts';

export { AuthorMissing };

const PAGE = { from: '/authors/$slug' } as const;

/** An author with what they published; its own route lists nothing that the first page would have to know. */
export function Author() {
  const { slug } = useParams(PAGE);
  const { page } = useSearch(PAGE);
  const { data: author } = useSuspenseQuery(authorQuery(useApi(), slug, page));
  if (!author) return <AuthorMissing />;
  return (
    <AuthorPage author={author}>
      <FeedCards items={author.works.items} />
    </AuthorPage>
  );
}
