import { constants } from 'node:os';

/** From a person, from who ends the machine, and from a connection that was lost. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** npm passes on what the terminal has sent to both: so soon, it is no second wish. */
const SAME_WISH_MS = 500;

/** Runs what can be ended half-way with nothing left behind: by a signal. Asked twice, a person wants out at once. */
export async function endOnSignal<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  said = 'Stopped before it was finished. Nothing was saved.',
): Promise<Result> {
  const ending = new AbortController();
  let askedAt = 0;
  const onSignal = (signal: NodeJS.Signals) => {
    if (!ending.signal.aborted) {
      askedAt = performance.now();
      ending.abort(new Error(said));
    } else if (performance.now() - askedAt > SAME_WISH_MS) process.exit(128 + constants.signals[signal]);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work(ending.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}
