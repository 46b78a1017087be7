/** Where a page of a long list begins; nothing is the first page. */
export interface Place {
  after?: string;
  before?: string;
  page?: 'last';
}

/** The place that an address names; what is no place is the first page. */
export function readPlace({ after, before, page }: Record<string, unknown>): Place {
  if (typeof after === 'string' && after) return { after };
  if (typeof before === 'string' && before) return { before };
  return page === 'last' ? { page } : {};
}
