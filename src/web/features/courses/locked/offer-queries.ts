import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import type { CourseDetail } from '#contract/courses/course-shapes';
import type { Api } from '#web/lib/api/api-client.ts';
import { offersQuery, soldPrices } from '#web/lib/plan-price.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { courseJsonLd } from '../course-json-ld.ts';
import { leadToMoved } from '../lead-to-moved.ts';
import { sectionQuery } from '../queries.ts';
import { planOffers } from './plan-offers.ts';

/** The plans with what they cost. */
export function plansQuery(api: Api) {
  return queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) => api.plans.list(undefined, { signal }),
  });
}

/** The courses that each tier adds, by name. */
export function tierCoursesQuery(api: Api) {
  return queryOptions({
    queryKey: ['plans', 'courses'],
    queryFn: ({ signal }) => api.plans.courses(undefined, { signal }),
  });
}

interface LoadedOffer {
  readonly jsonLd: object;
}

/**
 * What the page of a closed course shows beside the course, and what search engines read of it. A section that the
 * course doesn't have leads to where it was moved, and in an open course nowhere else.
 */
export async function loadOffer(
  api: Api,
  queryClient: QueryClient,
  course: CourseDetail,
  section: string | undefined,
): Promise<LoadedOffer> {
  if (course.access === 'open') {
    if (section !== undefined) await leadToMoved(api, queryClient, { slug: course.slug, key: section });
    throw notFound();
  }
  const sampleKey =
    course.sections.find((it) => it.sampleKey !== null && it.sampleKey === section)?.sampleKey ?? undefined;
  await Promise.all([
    section !== undefined &&
      sampleKey === undefined &&
      leadToMoved(api, queryClient, { slug: course.slug, key: section }),
    loadPrices(api, queryClient),
    queryClient.ensureQueryData(tierCoursesQuery(api)),
    sampleKey !== undefined && queryClient.ensureQueryData(sectionQuery(api, course.slug, sampleKey)),
  ]);
  const site = siteInfo(queryClient);
  const plans = queryClient.getQueryData(plansQuery(api).queryKey) ?? [];
  const sold = soldPrices(site, queryClient.getQueryData(offersQuery(api).queryKey));
  return { jsonLd: courseJsonLd(course, site, planOffers(course, plans, sold, site)) };
}

/** What plans cost. */
export async function loadPrices(api: Api, queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(plansQuery(api)),
    siteInfo(queryClient).sellsPlans && queryClient.ensureQueryData(offersQuery(api)),
  ]);
}
