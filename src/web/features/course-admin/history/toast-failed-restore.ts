import { ApiError, failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';

/**
 * Reports why a version wasn't restored: somebody saved meanwhile, or the first of what is wrong with it today, such as a question
 * bank that was deleted. There is no field to show that under.
 */
export function toastFailedRestore(failure: unknown): void {
  const moved = failureCode(failure) === 'VERSION_CONFLICT';
  const fault = failure instanceof ApiError ? Object.values(failure.fields)[0] : undefined;
  toastFailure(failure, {
    title: moved ? m.admin_conflict_title() : m.admin_restore_failed(),
    ...(fault !== undefined && { description: fault }),
  });
}
