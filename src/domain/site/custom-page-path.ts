const PATH = /^\/pages\/([a-z0-9-]{1,100})(?=\/?(?:[?#]|$))/;

/** Where a page that the school added is read. Nothing else is under /pages, so no slug can hide a page of the product. */
export function customPagePath(slug: string): string {
  return `/pages/${slug}`;
}

/** The slug of the page that an address of this site leads to; null: to no page that the school added. */
export function customPageSlug(address: string): string | null {
  return PATH.exec(address)?.[1] ?? null;
}

/** The same address at another slug, with whatever follows it. */
export function withPageSlug(address: string, slug: string): string {
  return address.replace(PATH, customPagePath(slug));
}
