import { queryOptions } from '@tanstack/react-query';
import type { PublicBlock } from '#contract/administration/landing';
import type { PageName } from '#contract/site';
import type { Api } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';

export const FEATURED_COURSES = 3;

/**
 * The courses for the landing page: the chosen ones that the reader finds in the catalogue. Where none is, the first of the
 * catalogue that are open to the reader's tier.
 */
export function featuredCoursesQuery(api: Api, chosen: readonly string[] = []) {
  return queryOptions({
    queryKey: ['courses', 'featured', ...chosen],
    queryFn: async ({ signal }) => {
      const found = chosen[0] ? (await api.courses.list({ ids: chosen.join() }, { signal })).items : [];
      if (found[0]) return chosen.flatMap((id) => found.filter((course) => course.id === id));
      const { items } = await api.courses.list({}, { signal });
      return items.filter(({ locked }) => !locked).slice(0, FEATURED_COURSES);
    },
  });
}

/** The blocks of the landing page, kept as long as the settings that came with the page. */
export function landingQuery(api: Api) {
  return queryOptions({
    queryKey: ['site', 'landing'],
    queryFn: async ({ signal }): Promise<readonly PublicBlock[]> =>
      (await api.site.landing(undefined, { signal })).blocks,
    staleTime: Number.POSITIVE_INFINITY,
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
