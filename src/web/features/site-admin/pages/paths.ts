/** The list of pages. */
export const PAGES: string = '/admin/settings/pages';
export const NEW: string = `${PAGES}/new`;

/** The editor of a page that the school added. */
export function editPath(id: string): string {
  return `${PAGES}/${id}`;
}
