import { answerNotices } from '#server/areas/billing/inbox/answer-notices';
import { writeSeats } from '#server/areas/billing/teams/write-seats';
import type { Services } from '#server/services';
import { startWokenLoop, type WokenLoop } from './woken-loop.ts';

const POLL_MS = 15_000;
/** One payment rings a dozen times within a moment: one look answers all of them. */
const BURST_MS = 2000;

/**
 * Looks at the customers that payment notices rang for once one of the processes has stored the notice, and beside that
 * writes down what a team that changed brings its members: no notice waits for a team of thousands.
 */
export function startPaymentRelay(services: Services, onWake: (wake: () => void) => () => void) {
  const start = (round: () => Promise<number>, failure: string): WokenLoop =>
    startWokenLoop(round, {
      pollMs: POLL_MS,
      onFailure: (error) =>
        services.log.warn({ message: error instanceof Error ? error.message : String(error) }, failure),
    });
  const notices = start(() => answerNotices(services), "the payment relay couldn't read its inbox");
  const seats = start(() => writeSeats(services), "the payment relay couldn't read which seats changed");
  let burst: NodeJS.Timeout | undefined;
  const stopListening = onWake(() => {
    seats.wake();
    burst ??= setTimeout(() => {
      burst = undefined;
      notices.wake();
    }, BURST_MS).unref();
  });
  return {
    async stop(): Promise<void> {
      stopListening();
      clearTimeout(burst);
      await Promise.all([notices.stop(), seats.stop()]);
    },
  };
}
