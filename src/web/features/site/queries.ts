import { queryOptions } from '@tanstack/react-query';
import type { PageName } from '#contract/site';
import type { Api } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';

export const FEATURED_COURSES = 3;

/** The courses for the landing page: the first of the catalogue that are open to the reader's tier. */
export function featuredCoursesQuery(api: Api) {
  return queryOptions({
    queryKey: ['courses', 'featured'],
    queryFn: async ({ signal }) => {
      const { items } = await api.courses.list({}, { signal });
      return items.filter(({ locked }) => !locked).slice(0, FEATURED_COURSES);
    },
  });
}

/** The lab that visitors try on the landing page, or null. */
export function featuredLabQuery(api: Api) {
  return queryOptions({
    queryKey: ['labs', 'featured'],
    queryFn: async ({ signal }) => (await api.labs.featured(undefined, { signal })).lab,
  });
}

/** A stored page, or null while nobody has written it. */
export function pageQuery(api: Api, name: PageName) {
  return queryOptions({
    queryKey: ['site', 'page', name],
    queryFn: ({ signal }) =>
      api.site.page({ name }, { signal }).catch((error: unknown) => {
        if (failureCode(error) === 'PAGE_NOT_FOUND') return null;
        throw error;
      }),
  });
}

export function faqQuery(api: Api) {
  return queryOptions({
    queryKey: ['site', 'faq'],
    queryFn: ({ signal }) => api.site.faq(undefined, { signal }),
  });
}

export function contactDetailsQuery(api: Api) {
  return queryOptions({
    queryKey: ['site', 'contact-details'],
    queryFn: ({ signal }) => api.site.contactDetails(undefined, { signal }),
  });
}
