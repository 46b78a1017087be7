import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** The reviews of a course, newest first, with the reader's own. */
export function reviewsQuery(api: Api, courseId: string) {
  return infiniteQueryOptions({
    queryKey: ['reviews', courseId],
    queryFn: ({ pageParam, signal }) =>
      api.reviews.list({ courseId, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
  });
}

/** Reads the reviews again, and the average on the page of the course. */
export async function reloadReviews(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['reviews'] }),
    queryClient.invalidateQueries({ queryKey: ['courses'] }),
  ]);
}

/** Which reviews an administrator looks at; without a state all of them. */
export interface ReviewSearch {
  q?: string;
  state?: 'shown' | 'hidden';
}

export function allReviewsQuery(api: Api, { q, state }: ReviewSearch) {
  return infiniteQueryOptions({
    queryKey: ['reviews', 'all', q ?? '', state ?? ''],
    queryFn: ({ pageParam, signal }) =>
      api.reviews.all(
        { ...(q && { q }), ...(state && { state }), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}
