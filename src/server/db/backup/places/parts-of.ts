const MB = 1024 * 1024;
/** Parts grow, because a store takes 10,000 at most: with these, a backup may have 600 GB. */
const FIRST_BYTES = 16 * MB;
const GROWS_AFTER = 2500;

/** Cuts bytes into parts for a store; holds one part at a time. */
export async function* partsOf(
  source: AsyncIterable<Uint8Array>,
  firstBytes = FIRST_BYTES,
  growsAfter = GROWS_AFTER,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let count = 0;
  for await (const piece of source) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < firstBytes * 2 ** Math.floor(count / growsAfter)) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
    count += 1;
  }
  if (bytes > 0 || count === 0) yield Buffer.concat(waiting);
}
