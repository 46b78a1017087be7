import type pg from 'pg';
import type { Config } from '#server/config';
import { createLog } from '#server/platform/log';
import { findAuthSecret } from '#server/platform/read-auth-secret';
import { openDatabase } from '../client.ts';
import { findSchoolKey } from '../school-key/open-school-key.ts';
import { hasSchoolKeys } from '../school-key/school-key-sql.ts';
import { BackupError } from './backup-error.ts';

/**
 * The key that a backup holds: the school's, whatever it is sealed with here. Makes none: nobody could open with it what the
 * school has sealed. Throws a WrongKeyError or a BackupError where this process doesn't have it.
 */
export async function schoolSecret(config: Config, connection: pg.ClientConfig): Promise<string> {
  const db = openDatabase({ connection, log: createLog('warn'), maxConnections: 1 });
  try {
    // Before an upgrade, the tables may be older than what the key is found with: then it is the file.
    const found = (await hasSchoolKeys(db.kysely)) ? await findSchoolKey(db.kysely, config) : null;
    const key = found?.key ?? findAuthSecret(config.dataDir);
    if (key === null)
      throw new BackupError(`${config.dataDir} has no key. Set DATA_DIR to the folder the server uses.`);
    return key;
  } finally {
    await db.close();
  }
}
