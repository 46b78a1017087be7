import type pg from 'pg';
import type { Config } from '#server/config';
import { createLog } from '#server/platform/log';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { openDatabase } from '../client.ts';
import { findSchoolKey } from '../school-key/open-school-key.ts';

/** The key that a backup holds: the school's, whatever it is sealed with here. */
export async function schoolSecret(config: Config, connection: pg.ClientConfig): Promise<string> {
  if (config.authSecrets.length === 0) return readAuthSecret(config.dataDir);
  const db = openDatabase({ connection, log: createLog('warn'), maxConnections: 1 });
  try {
    return (await findSchoolKey(db.kysely, config))?.key ?? readAuthSecret(config.dataDir);
  } finally {
    await db.close();
  }
}
