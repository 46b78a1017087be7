import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { toast } from '#web/lib/toast.ts';

/** What only reviews can fail with. */
const WORDS: Readonly<Record<string, () => string>> = {
  REVIEW_NOT_FOUND: m.reviews_failed_gone,
  REVIEW_HIDDEN: m.reviews_failed_hidden,
  REVIEWS_OFF: m.reviews_failed_off,
  SECTION_REQUIRED: m.reviews_later,
};

/** Says what failed, and why. */
export function toastReviewFailure(error: unknown, title: string): void {
  const description = WORDS[failureCode(error) ?? ''];
  if (description) toast({ title, description: description(), variant: 'destructive' });
  else toastFailure(error, { title });
}
