import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Level } from '#domain/courses/vocabulary';
import type { Api } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';
import { courseKey } from '#web/lib/course-key.ts';

/** What the address of the catalogue says. Defaults are read where they are used, so that addresses stay short. */
export interface CatalogueSearch {
  q?: string;
  level?: Level;
  category?: string;
  sort?: 'newest' | 'title' | 'relevance';
  page?: number;
}

export type CatalogueList = Awaited<ReturnType<Api['courses']['list']>>;

export function catalogueQuery(api: Api, search: CatalogueSearch) {
  return queryOptions({
    queryKey: ['courses', 'catalogue', search],
    queryFn: ({ signal }) => api.courses.list({ ...search }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function categoriesQuery(api: Api) {
  return queryOptions({
    queryKey: ['courses', 'categories'],
    queryFn: ({ signal }) => api.categories.list(undefined, { signal }),
  });
}

/** A course, or null for an address that leads to none. */
export function courseQuery(api: Api, slug: string) {
  return queryOptions({
    queryKey: courseKey(slug),
    queryFn: ({ signal }) => api.courses.get({ slug }, { signal }).catch(nullWhenUnknown),
  });
}

/** A section with its text, or null for one that the course does not have. */
export function sectionQuery(api: Api, slug: string, key: string) {
  return queryOptions({
    queryKey: ['courses', 'section', slug, key],
    queryFn: ({ signal }) => api.courses.section({ slug, key }, { signal }).catch(nullWhenUnknown),
  });
}

function nullWhenUnknown(error: unknown): null {
  const code = failureCode(error);
  if (code === 'COURSE_NOT_FOUND' || code === 'SECTION_NOT_FOUND' || code === 'BAD_INPUT') return null;
  throw error;
}
