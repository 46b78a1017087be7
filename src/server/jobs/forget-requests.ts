import type { Services } from '#server/services';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Drops counters of the rate limits that no longer count. */
export async function forgetCounters({ clock, db }: Services): Promise<void> {
  const border = new Date(clock.now().getTime() - 5 * MINUTE_MS);
  await db.kysely.deleteFrom('rate_limits').where('window_start', '<', border).execute();
}

/** Drops the replies to idempotency keys after a day: nobody will ask for them again. */
export async function forgetReplies({ clock, db }: Services): Promise<void> {
  const border = new Date(clock.now().getTime() - DAY_MS);
  await db.kysely.deleteFrom('idempotency_keys').where('created_at', '<', border).execute();
}
