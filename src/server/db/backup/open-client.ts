import pg from 'pg';
import { noticeLostClient } from '../presence.ts';
import { BackupError, sentenceOf } from './backup-error.ts';

/** One connection that the database shows under this name. What it does there ends soon after this process. */
export async function openClient(connection: pg.ClientConfig, purpose: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: `lectern pid ${process.pid}: ${purpose}`,
    keepAlive: true,
  });
  // A connection that breaks while a statement runs fails that statement; unheard, it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await noticeLostClient(client);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw new BackupError(`Couldn't connect to the database: ${sentenceOf(error)}`, { cause: error });
  }
  return client;
}
