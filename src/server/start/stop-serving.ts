interface Serving {
  /** Streams would hold the end up. */
  readonly endStreams: () => void;
  /** Takes no more connections, and lets running requests end. */
  readonly drain: () => Promise<void>;
  /** What goes on beside answering. */
  readonly background: readonly (() => Promise<void>)[];
}

/** Ends requests and what goes on beside them at the same time: each may take as long as the other. Resolves after all of them. */
export async function stopServing({ background, drain, endStreams }: Serving): Promise<void> {
  endStreams();
  await stopTogether([drain, ...background]);
}

/** Stops all at the same time, and waits for all of them. Rejects afterwards if one of them couldn't stop. */
export async function stopTogether(stops: readonly (() => Promise<void>)[]): Promise<void> {
  const results = await Promise.allSettled(stops.map(async (stop) => stop()));
  const faults = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('; '));
}
