import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** Late answers to an attempt; always read again, because others decide too. */
export function lateReviewQuery(api: Api, attemptId: string) {
  return queryOptions({
    queryKey: ['marking', 'late', attemptId],
    queryFn: ({ signal }) => api.marking.late({ attemptId }, { signal }),
    staleTime: 0,
  });
}
