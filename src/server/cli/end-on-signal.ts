/** npm passes on what the terminal has sent to both: so soon, it is no second wish. */
const SAME_WISH_MS = 500;

/** Runs what can be ended half-way with nothing left behind: by SIGINT and SIGTERM. Asked twice, a person wants out at once. */
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
    } else if (performance.now() - askedAt > SAME_WISH_MS) process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    return await work(ending.signal);
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
