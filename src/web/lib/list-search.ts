/** What the address of a list says: the texts named, cut where nobody types on, and the page behind the first. */
export function listSearch<Name extends string = 'q'>(
  search: Record<string, unknown>,
  names: readonly (Name | 'q')[] = ['q'],
): Partial<Record<Name | 'q', string>> & { page?: number } {
  const found: Record<string, string | number> = {};
  for (const name of names) {
    const text = search[name] === undefined ? '' : String(search[name]).slice(0, 200);
    if (text) found[name] = text;
  }
  const page = Number(search.page);
  if (Number.isInteger(page) && page > 1 && page <= 1000) found.page = page;
  return found as Partial<Record<Name | 'q', string>> & { page?: number };
}
