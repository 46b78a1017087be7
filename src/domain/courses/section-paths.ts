import { slugPath } from './page-paths.ts';

/** Headings of rendered texts have ids that begin so. */
const HEADING = 'section-';
const SECTION = new RegExp(`^/courses/([^/?#]+)\\?section=([a-z0-9-]+)(?:#${HEADING}(.+))?$`);

/** What the paths of all sections of a course begin with. */
export function sectionsPrefix(slug: string): string {
  return `${slugPath(slug)}?section=`;
}

/** A lesson, lab, or exam where everyone reads it; `anchor`: at this heading of its text. */
export function sectionPath({
  anchor,
  key,
  slug,
}: {
  slug: string;
  key: string;
  anchor?: string | undefined;
}): string {
  return `${sectionsPrefix(slug)}${key}${anchor ? `#${HEADING}${anchor}` : ''}`;
}

/** What the path of a section names; null for any other path. */
export function readSectionPath(
  path: string,
): { slug: string; key: string; anchor: string | undefined } | null {
  const [, slug, key, anchor] = SECTION.exec(path) ?? [];
  return slug === undefined || key === undefined ? null : { slug, key, anchor };
}
