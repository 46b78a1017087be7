import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { CourseState } from '#domain/courses/life-cycle';
import type { Tier } from '#domain/tiers';
import type { Api } from '#web/lib/api/api-client.ts';

export interface CourseListSearch {
  q?: string;
  level?: Tier;
  state?: CourseState;
  page?: number;
}

export function courseListQuery(api: Api, { level, page, q, state }: CourseListSearch) {
  return queryOptions({
    queryKey: ['admin', 'courses', q ?? '', level ?? '', state ?? '', page ?? 1],
    queryFn: ({ signal }) =>
      api.courses.adminList(
        {
          ...(q && { q }),
          ...(level && { subscriptionLevel: level }),
          ...(state && { state }),
          page: page ?? 1,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** What is about to be deleted: a course, one of its sections, or a question of an exam. */
export interface Removal {
  /** Null where no learner can have met it: of what is not saved yet. */
  readonly courseId: string | null;
  readonly sectionId?: string;
  readonly questionId?: string;
  readonly title: string;
}

/** How much hangs on what is about to be deleted. Always fresh. */
export function impactQuery(api: Api, { courseId, questionId, sectionId }: Omit<Removal, 'title'>) {
  return queryOptions({
    queryKey: ['admin', 'impact', courseId, sectionId ?? '', questionId ?? ''],
    queryFn:
      courseId === null
        ? skipToken
        : ({ signal }) =>
            api.courses.impact(
              {
                id: courseId,
                ...(sectionId && { section: sectionId }),
                ...(questionId && { question: questionId }),
              },
              { signal },
            ),
    staleTime: 0,
    gcTime: 0,
  });
}

/** A change of a course that may take sections from learners: a version that is restored, or sections that are saved. */
export type CourseChange = Parameters<Api['courses']['losses']>[0];

/** What learners would lose by a change. Always fresh. */
export function lossesQuery(api: Api, change: CourseChange) {
  return queryOptions({
    queryKey: ['admin', 'losses', change],
    queryFn: ({ signal }) => api.courses.losses(change, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function trashQuery(api: Api) {
  return queryOptions({
    queryKey: ['admin', 'trash'],
    queryFn: ({ signal }) => api.courses.trash(undefined, { signal }),
    staleTime: 0,
  });
}

export function versionsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'course-versions', id],
    queryFn: async ({ signal }) => (await api.courses.versions({ id }, { signal })).items,
    staleTime: 0,
  });
}

export function versionQuery(api: Api, id: string, version: number) {
  return queryOptions({
    queryKey: ['admin', 'course-version', id, version],
    queryFn: ({ signal }) => api.courses.version({ id, version }, { signal }),
  });
}

/** The title of a course, for the form of another. */
export function courseTitleQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'course-title', id],
    queryFn: async ({ signal }) => (await api.courses.adminGet({ id }, { signal })).title,
  });
}

export function postListQuery(api: Api, { level, page, q, state }: CourseListSearch) {
  return queryOptions({
    queryKey: ['admin', 'posts', q ?? '', level ?? '', state ?? '', page ?? 1],
    queryFn: ({ signal }) =>
      api.posts.adminList(
        {
          ...(q && { q }),
          ...(level && { subscriptionLevel: level }),
          ...(state && { state }),
          page: page ?? 1,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function categoriesQuery(api: Api) {
  return queryOptions({
    queryKey: ['courses', 'categories'],
    queryFn: ({ signal }) => api.categories.list(undefined, { signal }),
  });
}
