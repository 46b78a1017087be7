import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';
import { ApiError, failureCode } from '#web/lib/api/api-error.ts';
import { forgetProgress, progressQuery } from '../queries.ts';

/**
 * What becomes of progress that the server refused: it goes, it waits until the course is open to its person again, or it is left
 * for the next visit.
 */
export interface Refused {
  readonly fate: 'goes' | 'waits' | 'left';
  /** What its person is told. */
  readonly reason: unknown;
}

interface Sent {
  readonly api: Api;
  readonly queryClient: QueryClient;
  /** The course of the player. */
  readonly courseId: string;
  /** Whether the course has this section. */
  readonly isOfCourse: boolean;
  /** When it was noticed. */
  readonly at: string;
}

/** A section of a course that is open to its person, and that has it no more. */
const GONE = new ApiError({
  code: 'SECTION_NOT_FOUND',
  message: 'The course has no such section any more.',
  fields: {},
  requestId: '',
  status: 404,
});
/** Refused whenever it is sent: by the rules of the author, or because an administrator only looks at the account. */
const FOR_GOOD = ['SECTION_LOCKED', 'BAD_INPUT', 'SUPPORT_READ_ONLY', 'SUPPORT_CLOSED'];
/** As long as a removed section can be restored, in ms. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Null where it wasn't refused: the server wasn't reached, or had a fault. */
export async function judgeRefused(error: unknown, sent: Sent): Promise<Refused | null> {
  const { api, at, courseId, isOfCourse, queryClient } = sent;
  const code = failureCode(error) ?? '';
  if (FOR_GOOD.includes(code)) {
    void forgetProgress(queryClient, courseId);
    return { fate: 'goes', reason: error };
  }
  if (code !== 'NOT_ENROLLED') return null;
  if (Date.now() - Date.parse(at) > KEPT_MS) return { fate: 'goes', reason: error };
  if (!isOfCourse) return { fate: 'left', reason: error };
  // The course was left, or the plan doesn't include it any more, or it is a draft for a while.
  try {
    const { enrolled } = await queryClient.fetchQuery({ ...progressQuery(api, courseId), staleTime: 0 });
    // Of a course that is open, only the section is gone; it may be restored.
    return enrolled ? { fate: 'left', reason: GONE } : { fate: 'goes', reason: error };
  } catch (reason) {
    return { fate: 'waits', reason };
  }
}
