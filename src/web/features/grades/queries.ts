import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';
import type { Place } from '#web/lib/place.ts';

export interface GradebookSearch extends Place {
  q?: string;
}

export function gradebookQuery(api: Api, courseId: string, search: GradebookSearch) {
  return queryOptions({
    queryKey: ['grades', 'book', courseId, search],
    queryFn: ({ signal }) => api.grades.list({ courseId, ...search }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function statisticsQuery(api: Api, sectionId: string) {
  return queryOptions({
    queryKey: ['grades', 'statistics', sectionId],
    queryFn: ({ signal }) => api.grades.statistics({ sectionId }, { signal }),
    staleTime: 0,
  });
}

export function regradeQuery(api: Api, sectionId: string) {
  return queryOptions({
    queryKey: ['grades', 'regrade', sectionId],
    queryFn: ({ signal }) => api.grades.previewRegrade({ sectionId }, { signal }),
    staleTime: 0,
  });
}

/** A submission in a lab with its files, which never change. */
export function submissionQuery(api: Api, runId: string) {
  return queryOptions({
    queryKey: ['grades', 'submission', runId],
    queryFn: ({ signal }) => api.labs.submission({ runId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Everything that teachers see of a lab. */
export function labResultsQuery(api: Api, id: string, page: number) {
  return queryOptions({
    queryKey: ['grades', 'lab', id, page],
    queryFn: async ({ signal }) => {
      const [learners, stuck, submissions] = await Promise.all([
        api.labs.learners({ id, page }, { signal }),
        api.labs.stuck({ id }, { signal }),
        api.labs.submissions({ id }, { signal }),
      ]);
      return { learners, stuck, submissions };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
