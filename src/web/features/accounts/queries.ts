import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api-client.ts';

export function sessionsQuery(api: Api) {
  return queryOptions({
    queryKey: ['accounts', 'sessions'],
    queryFn: ({ signal }) => api.accounts.sessions(undefined, { signal }),
  });
}

export function plansQuery(api: Api) {
  return queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) => api.plans.list(undefined, { signal }),
  });
}

/** Courses that are open to the reader, newest first. */
export function recommendedQuery(api: Api) {
  return queryOptions({
    queryKey: ['courses', 'recommended'],
    queryFn: async ({ signal }) => (await api.courses.list({}, { signal })).items.slice(0, 3),
  });
}
