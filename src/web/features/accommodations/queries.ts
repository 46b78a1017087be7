import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** What somebody is granted beyond the rules of exams. */
export function accommodationsQuery(api: Api, userId: string) {
  return queryOptions({
    queryKey: ['accommodations', userId],
    queryFn: ({ signal }) => api.accommodations.list({ userId }, { signal }),
  });
}
