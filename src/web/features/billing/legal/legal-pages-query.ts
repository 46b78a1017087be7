import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** Which legal pages there are, and their texts. */
export function legalPagesQuery(api: Api) {
  return queryOptions({
    queryKey: ['legal', 'pages'],
    queryFn: ({ signal }) => api.legal.pages(undefined, { signal }),
  });
}
