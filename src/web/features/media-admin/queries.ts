import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

const STATES = ['pictures', 'covers', 'videos', 'audio', 'files', 'unused'] as const;
type MediaState = (typeof STATES)[number];

export type MediaPage = Awaited<ReturnType<Api['media']['list']>>;

export interface MediaSearch {
  q?: string;
  state?: MediaState;
  tag?: string;
}

export function isMediaState(value: unknown): value is MediaState {
  return STATES.some((state) => state === value);
}

/** The files of the school, newest first, a page at a time. */
export function mediaQuery(api: Api, { q, state, tag }: MediaSearch) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'media', q ?? '', state ?? '', tag ?? ''],
    queryFn: ({ pageParam, signal }) =>
      api.media.list(
        {
          ...(q && { q }),
          ...(state && { type: state }),
          ...(tag && { tag }),
          ...(pageParam && { after: pageParam }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
