/** Work that is done whenever somebody asks for it, one round at a time. */
export interface WokenLoop {
  /** Asks for a round; asked during one, another follows it. */
  wake(): void;
  /** Waits for the round in hand; nothing runs afterwards. */
  stop(): Promise<void>;
  /** The round in hand. */
  settled(): Promise<void>;
}

/** Runs `round` at once, whenever it is woken and every `pollMs`; a failed round is told and tried again then. */
export function startWokenLoop(
  round: () => Promise<unknown>,
  pollMs: number,
  onFailure: (error: unknown) => void,
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
  const timer = setInterval(wake, pollMs);
  timer.unref();
  wake();
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
