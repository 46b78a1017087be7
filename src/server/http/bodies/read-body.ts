import { Failure } from '#server/failure';
import { type BodyChunks, chunksInMemory } from './body-chunks.ts';
import type { Pace } from './body-room.ts';

/** How a large body is read, of which others wait for the room. */
export interface Arrival {
  /** Bytes that were declared: they have to arrive in the time of the pace. */
  readonly bytes: number;
  readonly pace: Pace;
  /** Where it is kept meanwhile; left out: in memory. */
  readonly keep?: () => Promise<BodyChunks>;
  /** Waits until there is memory for this many bytes. */
  readonly admitWhole?: (bytes: number) => Promise<void>;
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
  // Asking for the stream of a body makes one, which costs more than the body of an ordinary call.
  const declared = request.headers.get('content-length');
  if (!arrival && declared !== null && Number(declared) <= limit) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.byteLength === 0 ? null : bytes;
  }
  if (!request.body) return null;
  const chunks = (await arrival?.keep?.()) ?? chunksInMemory();
  const reader = request.body.getReader();
  let size = 0;
  const slow = arrival && watch(arrival, () => size);
  try {
    for (;;) {
      const { done, value } = await (slow ? Promise.race([reader.read(), slow.failed]) : reader.read());
      if (done) break;
      size += value.byteLength;
      if (size > limit) throw new Failure('BODY_TOO_LARGE');
      await chunks.add(value);
    }
    slow?.stop();
    if (size === 0) return null;
    await arrival?.admitWhole?.(size);
    return await chunks.whole(size);
  } catch (error) {
    // Nobody waits for the rest: who sends it may take long to learn that.
    void reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    slow?.stop();
    await chunks.close();
  }
}

/** Fails with BODY_TOO_SLOW when less has arrived than had to by then. */
function watch({ bytes, pace: { graceMs, wholeMs } }: Arrival, arrived: () => number) {
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
