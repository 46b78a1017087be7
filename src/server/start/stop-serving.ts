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
  await Promise.all([drain(), ...background.map((stop) => stop())]);
}
