import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Api } from '#web/lib/api/api-client.ts';
import { ApiError, type FailureCode } from '#web/lib/api/api-error.ts';
import { judgeRefused, type Refused } from './judge-refused.ts';

const failure = (code: FailureCode) =>
  new ApiError({ code, message: code, fields: {}, requestId: '', status: 0 });
const DAY_MS = 86_400_000;

interface Case {
  readonly code: FailureCode;
  /** What the server says of the course. */
  readonly course?: { enrolled: boolean } | FailureCode;
  readonly isOfCourse?: boolean;
  readonly days?: number;
}

async function judge({ code, course, days = 0, isOfCourse = true }: Case): Promise<Refused | null> {
  const progress = async () => {
    if (typeof course === 'object') return course;
    throw failure(course ?? 'INTERNAL');
  };
  return judgeRefused(failure(code), {
    api: { learning: { progress } } as unknown as Api,
    at: new Date(Date.now() - days * DAY_MS).toISOString(),
    courseId: 'course',
    isOfCourse,
    queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  });
}

const CLOSED = 'NOT_ENROLLED';

test.for<[string, Case, Refused['fate'] | undefined, FailureCode?]>([
  ['goes once the course was left', { code: CLOSED, course: { enrolled: false } }, 'goes', CLOSED],
  ['waits for another plan', { code: CLOSED, course: 'TIER_REQUIRED' }, 'waits', 'TIER_REQUIRED'],
  ['waits while the course is a draft', { code: CLOSED, course: 'COURSE_NOT_FOUND' }, 'waits'],
  ['waits while nobody says how it is', { code: CLOSED, course: 'UNREACHABLE' }, 'waits'],
  [
    'is left for a section that may be restored',
    { code: CLOSED, course: { enrolled: true } },
    'left',
    'SECTION_NOT_FOUND',
  ],
  ['of another course is left for a visit', { code: CLOSED, isOfCourse: false, days: 29 }, 'left'],
  ['goes after a month', { code: CLOSED, isOfCourse: false, days: 31 }, 'goes'],
  ['goes where the author locked the section', { code: 'SECTION_LOCKED' }, 'goes', 'SECTION_LOCKED'],
  ['goes where an administrator looks', { code: 'SUPPORT_READ_ONLY' }, 'goes', 'SUPPORT_READ_ONLY'],
  ['was not refused by a fault', { code: 'INTERNAL' }, undefined],
])('progress %s', async ([, given, fate, reason]) => {
  const refused = await judge(given);
  expect(refused?.fate).toBe(fate);
  if (reason) expect(refused?.reason).toMatchObject({ code: reason });
});
