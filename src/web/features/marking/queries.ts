import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** Answers that wait for a mark; always read again, because others mark too. */
export function queueQuery(api: Api, sectionId: string | undefined) {
  return queryOptions({
    queryKey: ['marking', 'queue', sectionId ?? ''],
    queryFn: ({ signal }) => api.marking.queue(sectionId ? { sectionId } : {}, { signal }),
    staleTime: 0,
  });
}

/** An answer with what it is marked by. */
export function markedQuery(api: Api, attemptId: string, question: string) {
  return queryOptions({
    queryKey: ['marking', 'answer', attemptId, question],
    queryFn: ({ signal }) => api.marking.get({ attemptId, question }, { signal }),
    staleTime: 0,
  });
}
