import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const ASK_AGAIN_MS = 50;

/**
 * Waits until nobody else has this lock, and takes it for as long as the connection lives. Asks again and again: one that waits
 * inside the database would hold up `create index concurrently` for ever.
 */
export async function takeTurn(client: pg.Client, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lock,
    ]);
    if (rows[0]?.taken) return;
    await wait(ASK_AGAIN_MS);
  }
}

/** Does this work while nobody else does work under the same lock. */
export async function workInTurn<Result>(
  connection: pg.ClientConfig,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connection, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await takeTurn(client, lock);
    return await work();
  } finally {
    await client.end();
  }
}
