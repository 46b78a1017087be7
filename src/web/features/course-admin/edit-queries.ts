import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';

/** A course for its form, or null when there is none. Always fresh: a form must not begin with what is old. */
export function editCourseQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'course', id],
    queryFn: ({ signal }) =>
      api.courses.adminGet({ id }, { signal }).catch((error: unknown) => {
        const code = failureCode(error);
        if (code === 'COURSE_NOT_FOUND' || code === 'BAD_INPUT') return null;
        throw error;
      }),
    staleTime: 0,
  });
}

/** What waits to be published in a course or post; null: nothing, or there is no such thing. Always fresh. */
export function courseDraftQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'course-draft', id],
    queryFn: ({ signal }) =>
      api.drafts
        .get({ id }, { signal })
        .then(({ draft }) => draft)
        .catch((error: unknown) => {
          const code = failureCode(error);
          if (code === 'COURSE_NOT_FOUND' || code === 'BAD_INPUT') return null;
          throw error;
        }),
    staleTime: 0,
  });
}

/** A post for its form, or null when there is none. Always fresh. */
export function editPostQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'post', id],
    queryFn: ({ signal }) =>
      api.posts.adminGet({ id }, { signal }).catch((error: unknown) => {
        const code = failureCode(error);
        if (code === 'POST_NOT_FOUND' || code === 'BAD_INPUT') return null;
        throw error;
      }),
    staleTime: 0,
  });
}
