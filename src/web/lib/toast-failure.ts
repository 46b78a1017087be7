import { failureCode } from './api-error.ts';
import { errorCopy } from './error-copy.ts';
import { toast } from './toast.ts';

/** The destructive toast for a failed call. Words given here come from the specification; else the code's own. */
export function toastFailure(error: unknown, words: { title?: string; description?: string } = {}): void {
  const copy = errorCopy(failureCode(error) ?? 'INTERNAL');
  toast({ ...copy, ...words, variant: 'destructive' });
}
