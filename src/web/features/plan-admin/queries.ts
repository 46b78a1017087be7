import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';

export function plansQuery(api: Api) {
  return queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) => api.plans.list(undefined, { signal }),
    staleTime: 0,
  });
}

/** A plan for its form, or null when there is none. Always fresh: a form must not begin with what is old. */
export function editPlanQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'plan', id],
    queryFn: ({ signal }) =>
      api.plans.get({ id }, { signal }).catch((error: unknown) => {
        const code = failureCode(error);
        if (code === 'PLAN_NOT_FOUND' || code === 'BAD_INPUT') return null;
        throw error;
      }),
    staleTime: 0,
  });
}
