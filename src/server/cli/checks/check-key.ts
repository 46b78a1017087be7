import type pg from 'pg';
import type { Config } from '#server/config';
import { openDatabase } from '#server/db/client';
import { findSchoolKey, WrongKeyError } from '#server/db/school-key/open-school-key';
import { createLog } from '#server/platform/log';
import { type Finding, fault, ok } from './finding.ts';

/** Whether this machine has the key of the school that is in the database. */
export async function checkKey(config: Config, connection: pg.ClientConfig): Promise<Finding> {
  const db = openDatabase({ connection, log: createLog('silent'), maxConnections: 1 });
  const source = config.authSecrets.length > 0 ? 'AUTH_SECRET' : `${config.dataDir}/secrets`;
  try {
    const found = await findSchoolKey(db.kysely, config);
    if (found === null) return ok('key: created on first start');
    return found.isStale
      ? fault(`key: ${source} opens it, but not with the newest secret`, 'restart Lectern')
      : ok(`key: ${source} has the key of this school`);
  } catch (error) {
    if (!(error instanceof WrongKeyError)) throw error;
    return fault(`key: ${error.problem}`, error.remedy);
  } finally {
    await db.close();
  }
}
