import { answerNotices } from '#server/areas/billing/inbox/answer-notices';
import type { Services } from '#server/services';
import { startWokenLoop, type WokenLoop } from './woken-loop.ts';

const POLL_MS = 15_000;
/** One payment rings a dozen times within a moment: one look answers all of them. */
const BURST_MS = 2000;

/** Looks at the customers that payment notices rang for once one of the processes has stored the notice. */
export function startPaymentRelay(services: Services, onWake: (wake: () => void) => () => void) {
  const loop: WokenLoop = startWokenLoop(() => answerNotices(services), {
    pollMs: POLL_MS,
    onFailure: (error) =>
      services.log.warn(
        { message: error instanceof Error ? error.message : String(error) },
        "the payment relay couldn't read its inbox",
      ),
  });
  let burst: NodeJS.Timeout | undefined;
  const stopListening = onWake(() => {
    burst ??= setTimeout(() => {
      burst = undefined;
      loop.wake();
    }, BURST_MS).unref();
  });
  return {
    async stop(): Promise<void> {
      stopListening();
      clearTimeout(burst);
      await loop.stop();
    },
  };
}
