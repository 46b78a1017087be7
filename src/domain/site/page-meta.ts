/** What search engines and shared links show of a post or page instead of its title and description. Empty: those. */
export interface PageMeta {
  title: string;
  /** The address under which search engines list the text, where it was published first. */
  canonical: string;
  shareTitle: string;
  shareDescription: string;
}

export const NO_META: PageMeta = { title: '', canonical: '', shareTitle: '', shareDescription: '' };
