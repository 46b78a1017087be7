import { setTimeout as wait } from 'node:timers/promises';

/** Longer than the work behind it takes on a machine that is not overloaded. */
const STEP_MS = 100;

/**
 * Answers after a whole number of steps, however long the work took and however it ended: what it found about an
 * address, and whether its changes had to wait for the disk, cannot be measured.
 */
export async function evenTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    const elapsed = performance.now() - started;
    // A timer cuts off the fraction of its milliseconds, and would end too early.
    await wait(Math.ceil(STEP_MS - (elapsed % STEP_MS)));
  }
}
