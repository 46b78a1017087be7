/** The page of somebody who writes. */
export function authorPath(slug: string): string {
  return `/authors/${slug}`;
}
