import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/** Also refetches queries that are invalidated during their first fetch: the library keeps that older result as fresh. */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
    await super.invalidateQueries(filters, options);
    if (first.length === 0) return;
    await Promise.allSettled(first.map(({ promise }) => promise));
    await super.invalidateQueries({ ...filters, predicate: (query) => first.includes(query) }, options);
  }
}
