import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SectionNote } from '#contract/courses/notes';
import type { Api } from '#web/lib/api/api-client.ts';

/** The own notes and bookmarks of a course. */
export function notesQuery(api: Api, courseId: string) {
  return queryOptions({
    queryKey: ['learning', 'notes', courseId],
    queryFn: ({ signal }) => api.notes.list({ courseId }, { signal }),
  });
}

/** The section of a note. */
export interface NotedSection {
  readonly id: string;
  readonly key: string;
  readonly title: string;
}

/** Shows a change of the note or the bookmark of a section before the list is read again. */
export function showNoteChange(
  queryClient: QueryClient,
  { queryKey }: ReturnType<typeof notesQuery>,
  { id: sectionId, key, title }: NotedSection,
  change: Partial<SectionNote>,
): void {
  queryClient.setQueryData(queryKey, (before: SectionNote[] = []) => {
    const known = before.find((one) => one.sectionId === sectionId);
    const empty = { sectionId, key, title, body: '', version: 0, bookmarked: false };
    const changed = { ...(known ?? { ...empty, updatedAt: new Date().toISOString() }), ...change };
    return [...before.filter((one) => one !== known), changed];
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
