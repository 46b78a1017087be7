import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';

/** A certificate as everybody may see it; null when there is none. */
export function certificateQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['certificates', 'one', id],
    queryFn: ({ signal }) =>
      api.certificates.get({ id }, { signal }).catch((error: unknown) => {
        const code = failureCode(error);
        if (code === 'CERTIFICATE_NOT_FOUND' || code === 'BAD_INPUT') return null;
        throw error;
      }),
  });
}

/** The own certificates, and what is due. */
export function myCertificatesQuery(api: Api) {
  return queryOptions({
    queryKey: ['certificates', 'mine'],
    queryFn: ({ signal }) => api.certificates.mine(undefined, { signal }),
  });
}

export async function forgetCertificates(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['certificates'] });
  // The dashboard says what is due.
  await queryClient.invalidateQueries({ queryKey: ['learning', 'dashboard'] });
}
