import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

export interface CertificateSearch {
  q?: string;
  state?: 'valid' | 'expired' | 'revoked';
}

/** Certificates of everybody, last issued first, a page at a time. */
export function certificatesQuery(api: Api, { q, state }: CertificateSearch) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'certificates', q ?? '', state ?? ''],
    queryFn: ({ pageParam, signal }) =>
      api.certificates.adminList(
        { ...(q && { q }), ...(state && { state }), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
