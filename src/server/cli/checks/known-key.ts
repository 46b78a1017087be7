import type { Config } from '#server/config';
import { openDatabase } from '#server/db/client';
import { findRunning } from '#server/db/embedded/find-running';
import { findSchoolKey } from '#server/db/school-key/open-school-key';
import { createLog } from '#server/platform/log';
import { findAuthSecret } from '#server/platform/read-auth-secret';

const ANSWER_WITHIN_MS = 5000;

/** The key of this school, as far as it can be read without changing anything; null where it can't. */
export async function knownKey(config: Config): Promise<string | null> {
  if (config.authSecrets.length === 0) return findAuthSecret(config.dataDir);
  const connection = config.databaseUrl
    ? { connectionString: config.databaseUrl }
    : await findRunning(config.dataDir);
  if (!connection) return null;
  const db = openDatabase({
    connection: { ...connection, connectionTimeoutMillis: ANSWER_WITHIN_MS },
    log: createLog('silent'),
    maxConnections: 1,
  });
  try {
    return (await findSchoolKey(db.kysely, config))?.key ?? null;
  } catch {
    // The checks of the database and of the key say what is wrong with them.
    return null;
  } finally {
    await db.close();
  }
}
