import pg from 'pg';
import type { Config } from '#server/config';
import type { Log } from '#server/platform/log';
import { migrate } from './migrate.ts';
import { MigrationError } from './migration-error.ts';
import { pendingMigrations } from './pending-migrations.ts';
import { MIGRATIONS } from './read-migrations.ts';

/**
 * Brings the database up to date and answers the names of the files it ran. An embedded one that a school is in is backed up
 * first, unless the settings say otherwise: where that fails nothing is changed.
 */
export async function upgradeDatabase(
  config: Config,
  connection: pg.ClientConfig,
  log: Log,
  directory = MIGRATIONS,
): Promise<string[]> {
  if ((await pendingMigrations(connection, directory)).length === 0) return [];
  const backup = await backUp(config, connection, log);
  const applied = await migrate(connection, directory).catch((error: unknown) => {
    if (!backup || !(error instanceof MigrationError)) throw error;
    throw new MigrationError(
      `${error.message}\nThe school was backed up before this upgrade: ${backup.file}. How to go back to the version before is in docs/deploy.md, under Rollback.`,
      { cause: error },
    );
  });
  await backup?.note();
  return applied;
}

async function backUp(config: Config, connection: pg.ClientConfig, log: Log) {
  if (config.databaseUrl !== undefined || !config.backups.beforeUpgrade) return null;
  if (!(await isMigrated(connection))) return null;
  // Read only for an upgrade: what writes backups is large.
  const { backUpBeforeUpgrade } = await import('../backup/back-up-before-upgrade.ts');
  return backUpBeforeUpgrade(config, connection, log);
}

/** Whether there is anything yet. */
async function isMigrated(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query("select to_regclass('public.users') is not null as made");
    return rows[0]?.made === true;
  } finally {
    await client.end();
  }
}
