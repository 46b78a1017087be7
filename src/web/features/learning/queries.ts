import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CourseProgress } from '#contract/courses/learning';
import type { Api } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';
import { untilMoment } from '#web/lib/until-moment.ts';

/** How far one is in a course. */
export function progressQuery(api: Api, courseId: string) {
  return queryOptions({
    queryKey: ['learning', 'progress', courseId],
    queryFn: ({ signal }) => api.learning.progress({ courseId }, { signal }),
    // What opens by date is open when the moment comes, also after the device slept.
    refetchInterval: ({ state: { data } }) => untilOpening(data),
    refetchOnWindowFocus: ({ state: { data } }) => (untilOpening(data) === false ? false : 'always'),
  });
}

function untilOpening(progress: CourseProgress | undefined): number | false {
  return progress
    ? untilMoment(
        progress.locks.map(({ opensAt }) => opensAt),
        progress.asOf,
      )
    : false;
}

/** A section that opens by the rules of its author; null as long as it does not. */
export function guidedSectionQuery(api: Api, courseId: string, key: string) {
  return queryOptions({
    queryKey: ['learning', 'section', courseId, key],
    queryFn: ({ signal }) =>
      api.learning.section({ courseId, key }, { signal }).catch((error: unknown) => {
        if (['SECTION_LOCKED', 'NOT_ENROLLED'].includes(failureCode(error) ?? '')) return null;
        throw error;
      }),
    staleTime: 0,
  });
}

export function myCoursesQuery(api: Api) {
  return queryOptions({
    queryKey: ['learning', 'mine'],
    queryFn: ({ signal }) => api.learning.mine(undefined, { signal }),
  });
}

/** Where to go on, what comes up, what is new: read anew whenever it is looked at. */
export function dashboardQuery(api: Api) {
  return queryOptions({
    queryKey: ['learning', 'dashboard'],
    queryFn: ({ signal }) => api.dashboard.get(undefined, { signal }),
    staleTime: 0,
  });
}

export function recommendedQuery(api: Api) {
  return queryOptions({
    queryKey: ['learning', 'recommended'],
    queryFn: ({ signal }) => api.learning.recommended(undefined, { signal }),
  });
}

/** What was just answered is the new truth; the lists made of it are read again when they are looked at. */
export function keepProgress(queryClient: QueryClient, courseId: string, progress: CourseProgress): void {
  queryClient.setQueryData(['learning', 'progress', courseId], progress);
  void forgetLists(queryClient);
}

/** How far one is has changed: it is read again where it is shown, and the lists made of it. */
export async function forgetProgress(queryClient: QueryClient, courseId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['learning', 'progress', courseId] }),
    forgetLists(queryClient),
  ]);
}

async function forgetLists(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    ['mine', 'recommended', 'dashboard'].map((list) =>
      queryClient.invalidateQueries({ queryKey: ['learning', list] }),
    ),
  );
}
