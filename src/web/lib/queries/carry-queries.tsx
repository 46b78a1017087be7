import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface Carried {
  readonly queries: DehydratedState;
}

/** What of a router's options carries data. */
interface CarryingOptions {
  dehydrate?: unknown;
  hydrate?: unknown;
  Wrap?: unknown;
}

/** On the server: what the loaders of a page read goes to the browser with its HTML; nothing is read after them. */
export function sendQueries(options: CarryingOptions, queryClient: QueryClient): void {
  options.dehydrate = (): Carried => ({ queries: dehydrate(queryClient) });
}

/**
 * Gives the pages of a router their queries, in the browser with what came with the HTML. It counts as read when it
 * arrives: HTML from the cache carries old times, with which everything in it would be fetched again at once.
 */
export function keepQueries(options: CarryingOptions, queryClient: QueryClient): void {
  options.hydrate = ({ queries }: Carried) => {
    for (const { state } of queries.queries) state.dataUpdatedAt = Date.now();
    hydrate(queryClient, queries);
  };
  options.Wrap = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
}
