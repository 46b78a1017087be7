import { queryOptions } from '@tanstack/react-query';
import type { ExamOverview } from '#contract/exams';
import type { Api } from '#web/lib/api-client.ts';
import { untilMoment } from '#web/lib/until-moment.ts';

/** An exam's rules and the own attempts. */
export function examQuery(api: Api, slug: string, key: string) {
  return queryOptions({
    queryKey: ['exams', 'exam', slug, key],
    queryFn: ({ signal }) => api.exams.get({ slug, key }, { signal }),
    // The next attempt may begin when its moment comes, also after the device slept.
    refetchInterval: ({ state: { data } }) => untilStart(data),
    refetchOnWindowFocus: ({ state: { data } }) => (untilStart(data) === false ? false : 'always'),
  });
}

/** A learner's attempt, for administrators. */
export function takenQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['exams', 'taken', id],
    queryFn: ({ signal }) => api.grades.attempt({ id }, { signal }),
    staleTime: 0,
  });
}

function untilStart(exam: ExamOverview | undefined): number | false {
  return exam ? untilMoment([exam.mayStartAt], exam.asOf) : false;
}

/** An own attempt; always read anew, because another tab or device may have gone on with it. */
export function attemptQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['exams', 'attempt', id],
    queryFn: ({ signal }) => api.exams.attempt({ id }, { signal }),
    staleTime: 0,
  });
}
