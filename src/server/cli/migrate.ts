import type { Config } from '#server/config';
import { upgradeDatabase } from '#server/db/migrating/upgrade-database';
import { createLog } from '#server/platform/log';
import { reachDatabase } from './open-services.ts';

/** Brings the database up to date before any process of a new release starts. */
export async function migrateDatabase(config: Config): Promise<number> {
  const log = createLog('warn');
  const engine = await reachDatabase(config, log);
  try {
    const applied = await upgradeDatabase(config, engine.connection, log);
    for (const name of applied) console.log(`applied ${name}`);
    console.log(
      applied.length === 0 ? 'The database was already up to date.' : 'The database is up to date.',
    );
    return 0;
  } finally {
    await engine.stop();
  }
}
