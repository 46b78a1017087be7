export interface Timer {
  readonly now: () => number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const FIRST_DELAY = 200;
const GIVE_UP_AFTER = 30_000;
const BUSY = new Set([502, 503, 504]);

/** Repeats a request from 200 ms on, doubling, within 30 s, while the way to the server is the trouble (spec section 9). */
export async function withRetry(
  send: () => Promise<Response>,
  timer: Timer = browserTimer,
  signal?: AbortSignal,
): Promise<Response> {
  const start = timer.now();
  for (let delay = FIRST_DELAY; ; delay *= 2) {
    const outcome = await send().catch((error: unknown) => error);
    const left = GIVE_UP_AFTER - (timer.now() - start);
    const final = signal?.aborted === true || delay > left;
    if (outcome instanceof Response) {
      if (final || !BUSY.has(outcome.status)) return outcome;
    } else if (final) throw outcome;
    await timer.wait(delay, signal);
  }
}

const browserTimer: Timer = {
  now: () => performance.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timeout);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timeout = setTimeout(done, ms);
      signal?.addEventListener('abort', done);
    }),
};
