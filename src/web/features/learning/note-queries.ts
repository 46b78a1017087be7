import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** The own notes and bookmarks of a course. */
export function notesQuery(api: Api, courseId: string) {
  return queryOptions({
    queryKey: ['learning', 'notes', courseId],
    queryFn: ({ signal }) => api.notes.list({ courseId }, { signal }),
  });
}

export function searchQuery(api: Api, courseId: string, q: string) {
  return queryOptions({
    queryKey: ['learning', 'search', courseId, q],
    queryFn: ({ signal }) => api.notes.search({ courseId, q }, { signal }),
    placeholderData: keepPreviousData,
    enabled: q !== '',
    staleTime: 30_000,
  });
}
