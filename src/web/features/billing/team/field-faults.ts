import { ApiError } from '#web/lib/api/api-error.ts';

/** What the server said about single fields; undefined: it refused something else. */
export function fieldFaults(error: unknown): Readonly<Record<string, string>> | undefined {
  return error instanceof ApiError && Object.keys(error.fields).length > 0 ? error.fields : undefined;
}
