import { toast } from '../toast.ts';
import { ApiError } from './api-error.ts';
import { errorCopy } from './error-copy.ts';

/** The destructive toast for a failed call. Words given here come from the specification; else the code's own. */
export function toastFailure(error: unknown, words: { title?: string; description?: string } = {}): void {
  const copy = errorCopy(error);
  const call = error instanceof ApiError ? error.call : undefined;
  toast({ ...copy, ...words, variant: 'destructive', call });
}
