import type { Config } from '#server/config';
import { migrate } from '#server/db/migrating/migrate';
import { createLog } from '#server/platform/log';
import { reachDatabase } from './open-services.ts';

/** Brings the database up to date before any process of a new release starts. */
export async function migrateDatabase(config: Config): Promise<number> {
  const engine = await reachDatabase(config, createLog('warn'));
  try {
    const applied = await migrate(engine.connection);
    for (const name of applied) console.log(`applied ${name}`);
    console.log(
      applied.length === 0 ? 'The database was already up to date.' : 'The database is up to date.',
    );
    return 0;
  } finally {
    await engine.stop();
  }
}
