import { traceResponse } from '#server/platform/tracing/trace-context';
import type { RequestScope } from '../request-scope.ts';
import { DATA_POLICY } from './security-headers.ts';

/** Replies that carry all of their headers already. */
const complete = new WeakSet<Response>();

/**
 * Headers of a reply with those that every reply has, for one that is made at once: to look headers up again and add to them
 * costs as much as sending the reply. Undefined where the lookup of the viewer wants several cookies renewed.
 */
export function finalHeaders(
  { requestId, setCookies, trace }: RequestScope,
  common: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const [renewed] = setCookies;
  if (setCookies.length > 1) return undefined;
  return {
    'content-security-policy': DATA_POLICY,
    'cache-control': 'no-store',
    ...common,
    ...own,
    'x-request-id': requestId,
    ...(renewed !== undefined && { 'set-cookie': renewed }),
    ...(trace && { traceresponse: traceResponse(trace) }),
  };
}

/** Says that nothing has to be added to this reply. */
export function markComplete(response: Response): Response {
  complete.add(response);
  return response;
}

export const isComplete = (response: Response) => complete.has(response);
