import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** The courses that each tier adds, by name. */
export function tierCoursesQuery(api: Api) {
  return queryOptions({
    queryKey: ['plans', 'courses'],
    queryFn: ({ signal }) => api.plans.courses(undefined, { signal }),
  });
}
