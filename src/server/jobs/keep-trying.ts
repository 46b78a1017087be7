import { setTimeout as wait } from 'node:timers/promises';
import { errorCodeOf } from '#server/db/constraints';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 1000;

/**
 * Does work on the database again and again while that is away, until it is done, `untilMs` has come, or it is given up; any
 * other failure is thrown at once. The work must come to the same when it is done twice.
 */
export async function keepTrying(
  work: () => Promise<void>,
  { signal, untilMs }: { readonly untilMs: number; readonly signal: AbortSignal },
): Promise<void> {
  for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * 2, LONGEST_DELAY_MS)) {
    try {
      return await work();
    } catch (error) {
      const isAway = errorCodeOf(error) === 'DATABASE_UNAVAILABLE';
      if (!isAway || signal.aborted || performance.now() + delay >= untilMs) throw error;
      await wait(delay, undefined, { signal }).catch(() => undefined);
    }
  }
}
