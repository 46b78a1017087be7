import { useQueryClient } from '@tanstack/react-query';
import type { OwnReview } from '#contract/courses/reviews';
import type { Rating } from '#domain/reviews/limits';
import { failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { reloadReviews } from './queries.ts';
import { toastReviewFailure } from './toast-review-failure.ts';

/** Saves and deletes the reader's review of a course; both resolve to whether it was done. */
export function useOwnReview(courseId: string, own: OwnReview | null) {
  const { reviews } = useApi();
  const queryClient = useQueryClient();
  const save = async (review: { rating: Rating; body: string }) => {
    try {
      await reviews.save({ ...review, courseId, version: own?.version ?? 0 });
      toast({ title: own ? m.reviews_changed() : m.reviews_saved() });
      return true;
    } catch (error) {
      if (failureCode(error) === 'VERSION_CONFLICT')
        toast({
          title: m.reviews_conflict(),
          description: m.reviews_conflict_text(),
          variant: 'destructive',
        });
      else toastReviewFailure(error, m.reviews_save_failed());
      return false;
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
