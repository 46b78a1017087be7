import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { decideLate } from '../late/decide-late.ts';
import { getLateReview } from '../late/get-late-review.ts';
import { getMarkedAnswer } from './get-marked-answer.ts';
import { listWaiting } from './list-waiting.ts';
import { markAnswer } from './mark-answer.ts';

export function markingRoutes({ marking: os }: Implementer, services: Services): RoutesOf<'marking'> {
  return {
    queue: os.queue.handler(({ context, input }) =>
      fromReplica(services, (reading) => listWaiting(reading, context.caller, input)),
    ),
    get: os.get.handler(({ context, input }) => getMarkedAnswer(services, context.caller, input)),
    late: os.late.handler(({ context, input }) => getLateReview(services, context.caller, input)),
    decideLate: os.decideLate.handler(({ context, input }) => decideLate(services, context.caller, input)),
    mark: os.mark.handler(({ context, input }) => markAnswer(services, context.caller, input)),
  };
}
