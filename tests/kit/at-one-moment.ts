import { expect } from 'vitest';
import type { Db } from '#server/db/client';
import type { Services } from '#server/services';

const HOLD_MS = 20_000;

/**
 * Runs calls that meet for certain: no way in, and no second factor, can be added or removed until each of them waits for a lock. Needs a
 * database of its own, with a connection for each call.
 */
export async function atOneMoment<Outcome>(
  { pool }: Db,
  calls: readonly (() => Promise<Outcome>)[],
): Promise<Outcome[]> {
  const gate = await pool.connect();
  await gate.query('begin; lock table accounts, passkeys, two_factor in share mode');
  const running = Promise.all(calls.map((call) => call()));
  try {
    for (const end = Date.now() + HOLD_MS; ; ) {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (rowCount === calls.length) break;
      if (Date.now() > end) throw new Error(`only ${rowCount} of ${calls.length} calls wait`);
    }
  } finally {
    await gate.query('commit');
    gate.release();
  }
  return running;
}

interface Held {
  readonly held: Services;
  readonly reached: Promise<void>;
  readonly release: () => void;
}

/** Services whose first transaction waits before it commits. */
export function holdCommit(services: Services): Held {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { db } = services;
  const held: Db = {
    ...db,
    transaction: (work) =>
      db.transaction(async (trx) => {
        const result = await work(trx);
        reached.resolve();
        await released.promise;
        return result;
      }),
  };
  return { held: { ...services, db: held }, reached: reached.promise, release: released.resolve };
}

/** Until somebody waits for a lock, in a database of its own. */
export async function untilLocked({ pool }: Db): Promise<void> {
  const count = async () => {
    const { rowCount } = await pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rowCount ?? 0;
  };
  await expect.poll(count, { timeout: HOLD_MS }).toBeGreaterThan(0);
}
