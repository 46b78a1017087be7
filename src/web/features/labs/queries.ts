import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** A lab with the reader's own work: read again whenever it is opened, since another page may have saved. */
export function labQuery(api: Api, sectionId: string) {
  return queryOptions({
    queryKey: ['labs', sectionId],
    queryFn: ({ signal }) => api.labs.get({ id: sectionId }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The reader's own submissions, newest first. */
export function labRunsQuery(api: Api, sectionId: string) {
  return queryOptions({
    queryKey: ['labs', sectionId, 'runs'],
    queryFn: ({ signal }) => api.labs.runs({ id: sectionId }, { signal }),
    staleTime: 0,
  });
}

/** One of the reader's own submissions with its files, which never change. */
export function labRunQuery(api: Api, sectionId: string, runId: string) {
  return queryOptions({
    queryKey: ['labs', sectionId, 'run', runId],
    queryFn: ({ signal }) => api.labs.run({ runId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The author's solution, for who passed. */
export function labSolutionQuery(api: Api, sectionId: string) {
  return queryOptions({
    queryKey: ['labs', sectionId, 'solution'],
    queryFn: ({ signal }) => api.labs.solution({ id: sectionId }, { signal }),
  });
}

export async function forgetRuns(queryClient: QueryClient, sectionId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['labs', sectionId, 'runs'] });
}

/** The files of a lab for its author. Always fresh: an editor must not begin with what is old. */
export function labSourceQuery(api: Api, sectionId: string) {
  return queryOptions({
    queryKey: ['admin', 'lab', sectionId],
    queryFn: ({ signal }) => api.labAuthoring.get({ id: sectionId }, { signal }),
    staleTime: 0,
  });
}
