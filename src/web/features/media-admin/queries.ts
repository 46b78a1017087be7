import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

const STATES = ['pictures', 'covers', 'videos', 'files', 'unused'] as const;
type MediaState = (typeof STATES)[number];

export interface MediaSearch {
  q?: string;
  state?: MediaState;
}

export function isMediaState(value: unknown): value is MediaState {
  return STATES.some((state) => state === value);
}

/** The files of the school, newest first, a page at a time. */
export function mediaQuery(api: Api, { q, state }: MediaSearch) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'media', q ?? '', state ?? ''],
    queryFn: ({ pageParam, signal }) =>
      api.media.list(
        {
          ...(q && { q }),
          ...(state && { type: state }),
          ...(pageParam && { after: pageParam }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
