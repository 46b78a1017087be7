import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from './connection.ts';

/** One data directory, one owner: the process that holds this advisory lock. It is taken in the database that every server has. */
const OWNER_LOCK = 815_000;
const COMMON_DATABASE = 'postgres';
const PATIENCE_MS = 10_000;

/** Somebody else serves from this data directory. */
export class HeldError extends Error {
  override name = 'HeldError';

  constructor(dataDir: string, holder: string) {
    super(`${dataDir} is in use by ${holder}. Stop it first, or choose another DATA_DIR.`);
  }
}

/** Connects, waiting up to ten seconds for a server that is just starting, as long as `isWorthIt`. */
export async function connectPatiently(
  connection: Connection & pg.ClientConfig,
  applicationName: string,
  isWorthIt: () => boolean = () => true,
): Promise<pg.Client> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const client = new pg.Client({
      ...connection,
      database: COMMON_DATABASE,
      application_name: applicationName,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (!isPassing(error) || Date.now() > deadline || !isWorthIt()) throw error;
      await wait(20);
    }
  }
}

/** Whether a server is starting or ending, or hung up before it said anything: all but a refusal in so many words. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.code?.startsWith('57P') === true;
}

/** Takes the lock for as long as the connection lives; throws a HeldError that says who has it. */
export async function takeOwnership(client: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    OWNER_LOCK,
  ]);
  if (!rows[0]?.taken) throw new HeldError(dataDir, (await ownerOf(client)) ?? 'another process');
}

/** The name of the process that serves from this server, null when none does. Takes nothing. */
export async function ownerOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = $1 and objsubid = 1`,
    [OWNER_LOCK],
  );
  return rows[0]?.application_name ?? null;
}
