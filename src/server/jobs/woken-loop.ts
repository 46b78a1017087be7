/** Work that is done whenever somebody asks for it, one round at a time. */
export interface WokenLoop {
  /** Asks for a round; asked during one, another follows it. */
  wake(): void;
  /** Waits for the round in hand; nothing runs afterwards. */
  stop(): Promise<void>;
  /** The round in hand. */
  settled(): Promise<void>;
}

interface LoopOptions {
  readonly pollMs: number;
  /** When the first round begins. Left out: at once. */
  readonly firstMs?: number;
  readonly onFailure: (error: unknown) => void;
}

/** Runs `round` first, whenever it is woken and every `pollMs`; a failed round is reported and tried again then. */
export function startWokenLoop(
  round: () => Promise<unknown>,
  { firstMs = 0, onFailure, pollMs }: LoopOptions,
): WokenLoop {
  let isStopped = false;
  let running: Promise<void> | null = null;
  let again = false;
  const wake = (): void => {
    if (isStopped) return;
    if (running) {
      again = true;
      return;
    }
    running = round()
      .then(() => undefined)
      .catch(onFailure)
      .finally(() => {
        running = null;
        if (!again) return;
        again = false;
        wake();
      });
  };
  // A round that takes longer than the time between two is not followed by another at once.
  const tick = (): void => {
    if (!running) wake();
  };
  let timer: NodeJS.Timeout;
  const poll = (): void => {
    tick();
    timer = setInterval(tick, pollMs).unref();
  };
  if (firstMs === 0) poll();
  else timer = setTimeout(poll, firstMs).unref();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
    async settled() {
      await running;
    },
  };
}
