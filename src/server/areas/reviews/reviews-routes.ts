import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { hideReview } from './hide-review.ts';
import { listAllReviews } from './list-all-reviews.ts';
import { listReviews } from './list-reviews.ts';
import { removeReview } from './remove-review.ts';
import { saveReview } from './save-review.ts';
import { takeDownReview } from './take-down-review.ts';
import { unhideReview } from './unhide-review.ts';

export function reviewsRoutes({ reviews }: Implementer, services: Services): RoutesOf<'reviews'> {
  return {
    list: reviews.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listReviews(reading, context.caller, input)),
    ),
    save: reviews.save.handler(({ context, input }) => saveReview(services, context.caller, input)),
    remove: reviews.remove.handler(({ context, input }) => removeReview(services, context.caller, input)),
    all: reviews.all.handler(({ context, input }) =>
      fromReplica(services, (reading) => listAllReviews(reading, context.caller, input)),
    ),
    hide: reviews.hide.handler(({ context, input }) => hideReview(services, context.caller, input)),
    unhide: reviews.unhide.handler(({ context, input }) => unhideReview(services, context.caller, input)),
    takeDown: reviews.takeDown.handler(({ context, input }) =>
      takeDownReview(services, context.caller, input),
    ),
  };
}
