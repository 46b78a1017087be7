import { ApiError, failureCode } from './api-error.ts';

/** What is stored now, where a save was refused because somebody else had saved. */
export function currentOf<Stored>(error: unknown): Stored | null {
  if (failureCode(error) !== 'VERSION_CONFLICT' || !(error instanceof ApiError)) return null;
  return (error.data as { current: Stored }).current;
}
