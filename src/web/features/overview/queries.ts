import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** Counts, what waits, and how the school grew. */
export function overviewQuery(api: Api) {
  return queryOptions({
    queryKey: ['admin', 'overview'],
    queryFn: ({ signal }) => api.overview.get(undefined, { signal }),
    staleTime: 30_000,
  });
}

/** Get the setup checklist of a new school. */
export function setupQuery(api: Api) {
  return queryOptions({
    queryKey: ['admin', 'setup'],
    queryFn: ({ signal }) => api.setup.get(undefined, { signal }),
    staleTime: 0,
  });
}

/** The courses that changed last. */
export function recentCoursesQuery(api: Api) {
  return queryOptions({
    queryKey: ['admin', 'courses', '', '', 1],
    queryFn: ({ signal }) => api.courses.adminList({ page: 1 }, { signal }),
    staleTime: 0,
  });
}
