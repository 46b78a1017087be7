import type { PageMeta } from '#domain/site/page-meta';
import { m } from '#web/lib/messages.ts';
import type { Fields } from '../layout/difference.ts';

/** What each field for search engines and shared links is called, for comparing two versions. */
export const META_FIELDS: Fields<PageMeta> = {
  title: [m.pages_meta_title],
  shareTitle: [m.pages_share_title],
  shareDescription: [m.pages_share_description],
  canonical: [m.pages_canonical],
};
