import type { Log } from '#server/platform/log';

/** Writes down a failure that is our own fault, with what is needed to find it. Expected failures are not written. */
export function logFault(log: Log, error: unknown, requestId: string, route: string): void {
  if (typeof error !== 'object' || error === null || !('code' in error)) return;
  if (error.code !== 'INTERNAL' && error.code !== 'INTERNAL_SERVER_ERROR') return;
  const cause: unknown = 'cause' in error ? error.cause : undefined;
  const { message, stack } = cause instanceof Error ? cause : { message: String(cause), stack: undefined };
  log.error(
    { requestId, route, code: property(cause, 'code'), message, stack, issues: property(cause, 'issues') },
    'request failed',
  );
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
