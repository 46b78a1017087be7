import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#server/config';
import { otherArchiveIn } from '#server/db/embedded/archive/archive-record';
import { halfRecoveredIn } from '#server/db/embedded/archive/kept-cluster';
import { otherMajorIn } from '#server/db/embedded/carry-over/refuse-other-major';
import { brokenLinkIn } from '#server/db/embedded/cluster-home';
import { missingPasswordIn } from '#server/db/embedded/database-password';
import { findRunning } from '#server/db/embedded/find-running';
import { MAJOR_VERSION } from '#server/db/embedded/locations';
import { checkPostgresVersion } from '#server/db/migrating/check-postgres-version';
import { MigrationError } from '#server/db/migrating/migration-error';
import { pendingMigrations } from '#server/db/migrating/pending-migrations';
import { MIGRATIONS } from '#server/db/migrating/read-migrations';
import { checkArchive } from './check-archive.ts';
import { checkChores } from './check-chores.ts';
import { checkKey } from './check-key.ts';
import { checkStore } from './check-store.ts';
import { type Finding, fault, ok, reasonOf } from './finding.ts';

const ANSWER_WITHIN_MS = 5000;

/** Whether the database answers, is new enough, and has what this version needs; and how its housekeeping goes. An embedded one is not started for it. */
export async function checkDatabase(config: Config, migrations = MIGRATIONS): Promise<Finding[]> {
  try {
    const connection = config.databaseUrl
      ? { connectionString: config.database.directUrl ?? config.databaseUrl }
      : await findRunning(config.dataDir);
    if (connection)
      return await checkServer(
        config,
        { ...connection, connectionTimeoutMillis: ANSWER_WITHIN_MS },
        migrations,
      );
    return [checkStopped(config.dataDir, config.walArchive)];
  } catch (error) {
    return [
      fault(
        `database: ${reasonOf(error)}`,
        config.databaseUrl
          ? 'check DATABASE_URL, and that the server is running and accepts connections from this machine'
          : 'run doctor as the user that runs Lectern',
      ),
    ];
  }
}

/** An embedded database that nobody runs, as far as its folder tells: what the start would refuse. */
function checkStopped(dataDir: string, archive: string | undefined): Finding {
  const home = join(dataDir, 'postgres');
  const broken = brokenLinkIn(dataDir);
  if (broken !== null) return fault('database: its folder is gone', broken);
  if (!existsSync(home)) return ok('database: embedded, created on first start');
  const cluster = join(home, MAJOR_VERSION);
  const half = halfRecoveredIn(cluster);
  if (half !== null) return fault('database: moved aside by a recovery that was interrupted', half);
  const major = otherMajorIn(home);
  if (major !== null) return fault('database: of another version of PostgreSQL', major);
  const missing = missingPasswordIn(dataDir);
  if (missing !== null) return fault('database: its password is gone', missing);
  const other =
    archive !== undefined && existsSync(archive) && existsSync(join(cluster, 'PG_VERSION'))
      ? otherArchiveIn(archive, cluster)
      : null;
  return other === null
    ? ok('database: embedded, not running')
    : fault('database: the archive of its log is of another one', other);
}

async function checkServer(
  config: Config,
  connection: pg.ClientConfig,
  migrations: string,
): Promise<Finding[]> {
  const version = await versionOf(connection);
  if (version instanceof MigrationError) return [fault('database: too old', version.message)];
  const answers = ok(`database: connected to PostgreSQL ${version}`);
  try {
    const pending = await pendingMigrations(connection, migrations);
    if (pending.length === 0)
      return [
        answers,
        ok('migrations: all applied'),
        await checkKey(config, connection),
        ...(await checkArchive(connection)),
        ...(await checkChores(connection)),
        ...(await checkStore(config, connection)),
      ];
    return [
      answers,
      fault(`migrations: ${pending.join(', ')} not applied`, 'start or restart Lectern to apply them'),
    ];
  } catch (error) {
    if (error instanceof MigrationError)
      return [
        answers,
        fault("migrations: the database doesn't match this version of Lectern", error.message),
      ];
    throw error;
  }
}

async function versionOf(connection: pg.ClientConfig): Promise<string | MigrationError> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await checkPostgresVersion(client);
  } catch (error) {
    if (error instanceof MigrationError) return error;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
