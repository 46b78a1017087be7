import { createHash } from 'node:crypto';
import { accentOnPaper } from '#domain/site/theme';
import type { SiteSettings } from './site-settings.ts';

/** Counts up when the drawing changes. */
const DESIGN = 1;

/** What the picture of a page says, which is shown where its address is shared. */
export interface Shared {
  readonly kind: 'courses' | 'posts' | 'pages' | 'certificates';
  /** Slug of a course or page, id of a post or certificate. */
  readonly id: string;
  readonly title: string;
  /** Who holds a certificate; null where nobody is named. */
  readonly holder?: string | null;
  /** Address of the cover; empty, or that of another host: the drawn one. Null: no cover. */
  readonly cover: string | null;
  /** Slug of its category, which decides the colors of a drawn cover. */
  readonly category: string;
}

/** Changes with everything that the picture is drawn of. */
export function shareVersion(
  { category, cover, holder = null, id, kind, title }: Shared,
  { school, theme }: Pick<SiteSettings, 'school' | 'theme'>,
): string {
  const accent = accentOnPaper(theme.accent, school.color);
  const parts = JSON.stringify([DESIGN, kind, id, title, holder, cover, category, school.name, accent]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 12);
}

/** Where the picture is: the address can be kept for good, because another picture has another one. */
export function shareAddress(shared: Shared, site: Pick<SiteSettings, 'school' | 'theme'>): string {
  return `/share/${shared.kind}/${shared.id}.jpg?v=${shareVersion(shared, site)}`;
}

interface Covered {
  readonly title: string;
  readonly thumbnail: string;
  readonly categories: readonly { readonly slug: string }[];
}

export function courseToShare(course: Covered & { readonly slug: string }): Shared {
  const { categories, slug, thumbnail, title } = course;
  return { kind: 'courses', id: slug, title, cover: thumbnail, category: categories[0]?.slug ?? '' };
}

/** Of a post above the reader's plan there is a title only. */
export function postToShare(
  post: Partial<Covered> & { readonly id: string; readonly title: string },
): Shared {
  const { categories, id, thumbnail = '', title } = post;
  return { kind: 'posts', id, title, cover: thumbnail, category: categories?.[0]?.slug ?? '' };
}

export function pageToShare({ slug, title }: { readonly slug: string; readonly title: string }): Shared {
  return { kind: 'pages', id: slug, title, cover: null, category: '' };
}

export function certificateToShare(certificate: {
  readonly id: string;
  readonly title: string;
  readonly name: string | null;
}): Shared {
  const { id, name, title } = certificate;
  return { kind: 'certificates', id, title, holder: name, cover: null, category: '' };
}
