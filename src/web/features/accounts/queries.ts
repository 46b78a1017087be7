import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

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

/** The own ways to sign in. */
export function signInWaysQuery(api: Api) {
  return queryOptions({
    queryKey: ['accounts', 'sign-ins'],
    queryFn: ({ signal }) => api.signIns.list(undefined, { signal }),
  });
}

/** The new address that waits to be confirmed. */
export function addressQuery(api: Api) {
  return queryOptions({
    queryKey: ['accounts', 'address'],
    queryFn: ({ signal }) => api.address.get(undefined, { signal }),
  });
}

export function keysQuery(api: Api) {
  return queryOptions({
    queryKey: ['accounts', 'keys'],
    queryFn: ({ signal }) => api.keys.list(undefined, { signal }),
  });
}

/** Whom the link of an invitation is for; asked once, because the answer only ever becomes no. */
export function invitationQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['accounts', 'invitation', token],
    queryFn: ({ signal }) => api.invitations.open({ token }, { signal }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function passkeysQuery(api: Api) {
  return queryOptions({
    queryKey: ['accounts', 'passkeys'],
    queryFn: ({ signal }) => api.passkeys.list(undefined, { signal }),
  });
}
