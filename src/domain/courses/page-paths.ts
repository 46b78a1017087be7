/** The page of a course. Apart from other paths: this one is part of every visitor's first download. */
export function slugPath(slug: string): string {
  return `/courses/${slug}`;
}

/** The page of a post. */
export function postPath(id: string): string {
  return `/blogs/${id}`;
}
