import { queryOptions } from '@tanstack/react-query';
import type { ExamAttempt, ExamOverview } from '#contract/exams/exams';
import type { Clocks } from '#domain/exams/attempts/has-slept';
import type { Api } from '#web/lib/api/api-client.ts';
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

/** An own attempt, and what the clocks of this device said when the server was asked for it. */
export interface ReadAttempt extends ExamAttempt {
  readonly askedAt: Clocks;
}

/** What the server says of an attempt. The device may sleep before the reply is there, which is then as old as the question. */
export async function readAttempt(ask: () => Promise<ExamAttempt>): Promise<ReadAttempt> {
  const askedAt = readClocks();
  return { ...(await ask()), askedAt };
}

/** Whether a reply tells of a time before what is known: it was asked for earlier, or the attempt has ended since. */
export function isOlder(read: ReadAttempt, known: ReadAttempt | undefined): boolean {
  if (!known) return false;
  return read.askedAt.running < known.askedAt.running || (known.result !== null && read.result === null);
}

export function readClocks(): Clocks {
  return { calendar: Date.now(), running: performance.now() };
}

/** An own attempt; always read again, because another tab or device may have gone on with it. */
export function attemptQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['exams', 'attempt', id],
    queryFn: ({ signal }) => readAttempt(() => api.exams.attempt({ id }, { signal })),
    staleTime: 0,
  });
}
