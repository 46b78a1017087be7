import { useQueryClient } from '@tanstack/react-query';
import type { OwnReview } from '#contract/courses/reviews';
import type { Rating } from '#domain/reviews/limits';
import { ApiError, failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { reloadReviews } from './queries.ts';
import { toastReviewFailure } from './toast-review-failure.ts';

interface Written {
  readonly rating: Rating;
  readonly body: string;
  /** What it is based on; 0 for the first one. */
  readonly version: number;
}

/**
 * Saves and deletes the reader's review of a course. `save` resolves to null once it is saved, else to the version on which
 * the next try is based: what the reader was told of may be replaced.
 */
export function useOwnReview(courseId: string, own: OwnReview | null) {
  const { reviews } = useApi();
  const queryClient = useQueryClient();
  const save = async (review: Written) => {
    try {
      await reviews.save({ ...review, courseId });
      toast({ title: own ? m.reviews_changed() : m.reviews_saved() });
      return null;
    } catch (error) {
      const current = reviewInstead(error);
      if (current === undefined) toastReviewFailure(error, m.reviews_save_failed());
      else
        toast({
          title: current ? m.reviews_conflict() : m.reviews_conflict_deleted(),
          description: current ? m.reviews_conflict_text() : m.reviews_conflict_deleted_text(),
          variant: 'destructive',
        });
      return current === undefined ? review.version : (current?.version ?? 0);
    } finally {
      await reloadReviews(queryClient);
    }
  };
  const remove = async () => {
    if (!own) return;
    try {
      await reviews.remove({ id: own.id });
      toast({ title: m.reviews_deleted() });
    } catch (error) {
      toastReviewFailure(error, m.reviews_delete_failed());
    } finally {
      await reloadReviews(queryClient);
    }
  };
  return { remove, save };
}

/** The review that is there now, where it changed meanwhile; null: it was deleted, undefined: something else failed. */
function reviewInstead(error: unknown): OwnReview | null | undefined {
  if (failureCode(error) !== 'VERSION_CONFLICT' || !(error instanceof ApiError)) return undefined;
  return (error.data as { current: OwnReview | null }).current;
}
