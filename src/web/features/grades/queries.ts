import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

export interface GradebookSearch {
  q?: string;
  page?: number;
}

export function gradebookQuery(api: Api, courseId: string, { page = 1, q = '' }: GradebookSearch) {
  return queryOptions({
    queryKey: ['grades', 'book', courseId, page, q],
    queryFn: ({ signal }) => api.grades.list({ courseId, page, ...(q && { q }) }, { signal }),
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
