import pg from 'pg';
import type { Config } from '#server/config';
import type { Log } from '#server/platform/log';
import type { BackupRun } from '../backup/backup-runs-sql.ts';
import { migrate } from './migrate.ts';
import { MigrationError } from './migration-error.ts';
import { pendingMigrations } from './pending-migrations.ts';
import { MIGRATIONS, migrationNames } from './read-migrations.ts';
import { workInTurn } from './take-turn.ts';
import { findUpgrade, forgetUpgrade, hasChanged, isOfServer } from './upgrade-under-way.ts';

interface State {
  /** Names of the migrations that the database has. */
  readonly applied: readonly string[];
  readonly log: Log;
}

/** Held while an embedded database is backed up and migrated; the lock of `migrate` is for one session. */
const UPGRADE_LOCK = 815_006;

/**
 * Brings the database up to date and answers the names of the files it ran. An embedded one that a school is in is backed up
 * first, unless the settings say otherwise: where that fails nothing is changed. An upgrade that failed half-way goes on
 * with the backup from before it (decision 231). Of two at the same time, the second one begins when the first has ended.
 */
export async function upgradeDatabase(
  config: Config,
  connection: pg.ClientConfig,
  log: Log,
  directory = MIGRATIONS,
): Promise<string[]> {
  const { begun, pending } = await readState(config, connection, directory);
  if (pending.length === 0 && !begun) return [];
  if (config.databaseUrl !== undefined) return migrate(connection, directory);
  return workInTurn(connection, UPGRADE_LOCK, () => upgradeEmbedded(config, connection, log, directory));
}

async function upgradeEmbedded(config: Config, connection: pg.ClientConfig, log: Log, directory: string) {
  // Read now: somebody else may have migrated while we waited, and a backup of that is no way back.
  const { applied, begun, pending } = await readState(config, connection, directory);
  if (pending.length === 0 && !begun) return [];
  const backup = begun ?? (await backUp(config, connection, { applied, log }));
  const ran = pending.length === 0 ? [] : await migrateBackedUp(connection, directory, backup);
  if (!backup) return ran;
  const { endUpgrade } = await import('../backup/back-up-before-upgrade.ts');
  await endUpgrade(config, connection, { log, run: backup });
  return ran;
}

async function readState(config: Config, connection: pg.ClientConfig, directory: string) {
  const pending = await pendingMigrations(connection, directory);
  const applied = (await migrationNames(directory)).filter((name) => !pending.includes(name));
  return { applied, begun: await findBegun(config, connection, applied), pending };
}

/** The backup from before an upgrade that has changed this database and was not known to end. */
async function findBegun(
  { databaseUrl, dataDir }: Config,
  connection: pg.ClientConfig,
  applied: readonly string[],
): Promise<BackupRun | null> {
  const upgrade = databaseUrl === undefined ? findUpgrade(dataDir) : null;
  if (!upgrade || !hasChanged(upgrade, applied)) return null;
  return (await ask(connection, (client) => isOfServer(client, upgrade))) ? upgrade.run : null;
}

async function backUp(config: Config, connection: pg.ClientConfig, state: State): Promise<BackupRun | null> {
  if (!config.backups.beforeUpgrade) {
    // The backup of an earlier attempt is not from before this one.
    forgetUpgrade(config.dataDir);
    return null;
  }
  if (!(await isMigrated(connection))) return null;
  // Read only for an upgrade: what writes backups is large.
  const { backUpBeforeUpgrade } = await import('../backup/back-up-before-upgrade.ts');
  return backUpBeforeUpgrade(config, connection, state);
}

/** As `migrate` does; what fails is told with the way back. */
async function migrateBackedUp(connection: pg.ClientConfig, directory: string, backup: BackupRun | null) {
  try {
    return await migrate(connection, directory);
  } catch (error) {
    if (!backup || !(error instanceof MigrationError)) throw error;
    throw new MigrationError(
      `${error.message}\nThe school was backed up before this upgrade: ${backup.file}. How to go back to the version before is in docs/deploy.md, under Rollback.`,
      { cause: error },
    );
  }
}

/** Whether there is anything yet. */
async function isMigrated(connection: pg.ClientConfig): Promise<boolean> {
  return ask(connection, async (client) => {
    const { rows } = await client.query("select to_regclass('public.users') is not null as made");
    return rows[0]?.made === true;
  });
}

async function ask<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
