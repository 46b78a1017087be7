import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '#server/config';
import type { Log } from '#server/platform/log';

type Drain = Pick<Config, 'drainSeconds' | 'drainTimeoutSeconds'>;

/** What is left when the time is over has so long each. */
const GRACE_MS = 1000;
/** How long the database server may take after everything else. */
const DATABASE_MS = 10_000;

/**
 * Stops one after the other. One that fails is logged and keeps no other from stopping, and one that doesn't end in time is left
 * behind: what it was working on is done again by another process, once its lease has run out. Never rejects.
 */
export async function stopAll(
  stops: readonly (() => Promise<unknown>)[],
  { drain, log }: { readonly drain: Drain; readonly log: Log },
): Promise<void> {
  const deadline = performance.now() + partsMs(drain);
  // Requests end by themselves at their limit: it is not to be passed first.
  const longestMs = Math.max(drain.drainSeconds, drain.drainTimeoutSeconds) * 1000 + GRACE_MS;
  for (const stop of stops) {
    const ms = Math.min(longestMs, Math.max(deadline - performance.now(), GRACE_MS));
    try {
      if (!(await endsWithin(stop(), ms))) log.warn('stopped before a part of the process had ended');
    } catch (error) {
      log.error({ message: error instanceof Error ? error.message : String(error) }, "a part couldn't stop");
    }
  }
}

/** How long a process takes to stop at most, in milliseconds. */
export function stopWithinMs(drain: Drain): number {
  return partsMs(drain) + DATABASE_MS;
}

/** Requests have the timeout, and so have the jobs after them. */
function partsMs({ drainSeconds, drainTimeoutSeconds }: Drain): number {
  return (drainSeconds + 2 * drainTimeoutSeconds) * 1000;
}

async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const over = new AbortController();
  const late = wait(ms, false, { signal: over.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    over.abort();
  }
}
