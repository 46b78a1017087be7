import { Failure } from '#server/failure';
import type { Pace } from './body-room.ts';

/** How fast a body has to arrive: `bytes` of it, in the time of a pace. */
export interface Arrival extends Pace {
  readonly bytes: number;
}

/**
 * The body of a request as a whole; null without one. Refused as soon as it is larger than allowed, and as soon as it is
 * behind the pace at which it has to arrive.
 */
export async function readBody(
  request: Request,
  limit: number,
  arrival?: Arrival,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!request.body) return null;
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const slow = arrival && watch(arrival, () => size);
  try {
    for (;;) {
      const { done, value } = await (slow ? Promise.race([reader.read(), slow.failed]) : reader.read());
      if (done) break;
      size += value.byteLength;
      if (size > limit) throw new Failure('BODY_TOO_LARGE');
      chunks.push(value);
    }
  } catch (error) {
    // Nobody waits for the rest: who sends it may take long to learn that.
    void reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    slow?.stop();
  }
  return size === 0 ? null : Buffer.concat(chunks, size);
}

/** Fails with BODY_TOO_SLOW when less has arrived than had to by then. */
function watch({ bytes, graceMs, wholeMs }: Arrival, arrived: () => number) {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const began = performance.now();
  const perMs = bytes / (wholeMs - graceMs);
  const timer = setInterval(
    () => {
      const late = performance.now() - began - graceMs;
      if (arrived() < late * perMs) reject(new Failure('BODY_TOO_SLOW'));
    },
    Math.min(500, graceMs),
  );
  return { failed, stop: () => clearInterval(timer) };
}
