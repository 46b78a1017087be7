import { newHolder } from '#server/db/presence';
import type { Services } from '#server/services';
import { startWokenLoop } from './woken-loop.ts';

const POLL_MS = 15_000;

/** Who takes the next piece of work: the process by its number, and when it has to stop. */
interface Turn {
  readonly holder: string;
  readonly signal: AbortSignal;
}

interface Options {
  /** Takes the next piece; answers whether there was one. */
  readonly next: (turn: Turn) => Promise<boolean>;
  readonly onWake: (wake: () => void) => () => void;
  /** What the log says where nobody could look what waits. */
  readonly failure: string;
}

/** Works off what waits, one piece after the other, as soon as there is any; what is half done when it stops is given up. */
export function startTurnRelay({ log }: Pick<Services, 'log'>, { failure, next, onWake }: Options) {
  const ending = new AbortController();
  const turn = { holder: newHolder(), signal: ending.signal };
  const round = async () => {
    while (!ending.signal.aborted && (await next(turn)));
  };
  const loop = startWokenLoop(round, {
    pollMs: POLL_MS,
    onFailure: (error) =>
      log.warn({ message: error instanceof Error ? error.message : String(error) }, failure),
  });
  const stopListening = onWake(loop.wake);
  return {
    async stop(): Promise<void> {
      stopListening();
      ending.abort();
      await loop.stop();
    },
  };
}
