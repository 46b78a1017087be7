import { queryOptions, useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import type { Billed } from '#contract/billing';
import type { Api } from '#web/lib/api/api-client.ts';
import { useApi } from '#web/lib/session/session.ts';

/** The own subscription and invoices. */
export function billedQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'mine'],
    queryFn: ({ signal }) => api.billing.mine(undefined, { signal }),
  });
}

/**
 * What is known of the own subscription. The server knew nothing when it sent the page, and a part that comes late begins
 * as it was sent, though another part has asked meanwhile.
 */
export function useBilled({ enabled = true } = {}): { data: Billed | undefined; error: Error | null } {
  const { data, error } = useQuery({ ...billedQuery(useApi()), enabled });
  return useHydrated() ? { data, error } : { data: undefined, error: null };
}

export function plansQuery(api: Api) {
  return queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) => api.plans.list(undefined, { signal }),
  });
}
