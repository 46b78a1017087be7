import { ORPCError } from '@orpc/server';
import { errorBody, retryAfter, toApiError } from './api-error.ts';

/** Any failure outside the procedures as the reply that every error has. */
export function errorResponse(error: unknown, requestId: string): Response {
  const known = error instanceof ORPCError ? error : toApiError(error);
  const wait = retryAfter(known.code, known.data);
  return Response.json(errorBody(known, requestId), {
    status: known.status,
    headers: {
      'cache-control': 'no-store',
      // What was not read of the body stays in the connection; it cannot be used again.
      ...((known.status === 413 || known.status === 408) && { connection: 'close' }),
      ...(known.code === 'INVALID_KEY' && { 'www-authenticate': 'Bearer error="invalid_token"' }),
      ...(wait !== null && { 'retry-after': String(wait) }),
    },
  });
}
