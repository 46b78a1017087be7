import type { Db } from '#server/db/client';

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
