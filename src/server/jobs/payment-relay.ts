import { answerNotices } from '#server/areas/billing/inbox/answer-notices';
import type { Services } from '#server/services';
import { startWokenLoop, type WokenLoop } from './woken-loop.ts';

const POLL_MS = 15_000;

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
  const stopListening = onWake(loop.wake);
  return {
    async stop(): Promise<void> {
      stopListening();
      await loop.stop();
    },
  };
}
