import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDated } from '#domain/backups/dated';
import type { Config } from '#server/config';
import { lastBackup } from '#server/db/backup/backup-runs-sql';
import { openDatabase } from '#server/db/client';
import { otherMajorIn } from '#server/db/embedded/carry-over/refuse-other-major';
import { brokenLinkIn } from '#server/db/embedded/cluster-home';
import { freeBytes } from '#server/db/embedded/disk-watch';
import { MigrationError } from '#server/db/migrating/migration-error';
import { pendingMigrations } from '#server/db/migrating/pending-migrations';
import { MIGRATIONS } from '#server/db/migrating/read-migrations';
import { createLog } from '#server/platform/log';
import { type Finding, fault, ok } from './checks/finding.ts';
import { longMigrations } from './checks/long-migrations.ts';
import { reachDatabase } from './open-services.ts';
import { selectUpgradeFacts } from './upgrade-sql.ts';

/** A backup that is older than this is no way back from an upgrade. */
const FRESH_MS = 24 * 60 * 60_000;

/**
 * What starting this version would do to the database, how long others wait for it, and whether there is a way back.
 * Changes nothing; an embedded database that is not running is started for it.
 */
export async function checkUpgrade(config: Config, now: Date, migrations = MIGRATIONS): Promise<Finding[]> {
  const home = join(config.dataDir, 'postgres');
  if (!config.databaseUrl) {
    const broken = brokenLinkIn(config.dataDir);
    if (broken !== null) return [fault('database: its folder is gone', broken)];
    if (!existsSync(home)) return [ok('database: embedded, created on first start')];
    const problem = otherMajorIn(home);
    if (problem !== null) return [fault('database: of another version of PostgreSQL', problem)];
  }
  const engine = await reachDatabase(config, createLog('warn'));
  try {
    const pending = await pendingMigrations(engine.connection, migrations);
    if (pending.length === 0) return [ok('migrations: all applied; this version changes nothing')];
    return [
      ok(`migrations to apply: ${pending.join(', ')}`),
      ...(await askDatabase(config, engine, { now, pending })),
      ok('what changes for you, and what to do first: CHANGELOG.md'),
    ];
  } catch (error) {
    if (error instanceof MigrationError)
      return [fault("migrations: the database doesn't match this version of Lectern", error.message)];
    throw error;
  } finally {
    await engine.stop();
  }
}

/** How long others will wait, and whether there is a way back. */
async function askDatabase(
  config: Config,
  { connection }: Awaited<ReturnType<typeof reachDatabase>>,
  { now, pending }: { readonly now: Date; readonly pending: readonly string[] },
): Promise<Finding[]> {
  const db = openDatabase({ connection, log: createLog('warn'), maxConnections: 1 });
  try {
    const { bytes, hasBackupRuns } = await selectUpgradeFacts(db.kysely);
    const backup = hasBackupRuns ? await lastBackup(db.kysely) : undefined;
    const isFresh =
      backup !== undefined &&
      isDated(backup.finishedAt, now) &&
      now.getTime() - backup.finishedAt.getTime() < FRESH_MS;
    const findings = [
      ...(await longMigrations(db.kysely, pending)),
      isFresh
        ? ok(`last backup: ${backup.finishedAt.toISOString()}, ${backup.file}`)
        : fault(
            `last backup: ${backup ? backup.finishedAt.toISOString() : 'none recorded'}`,
            'back up with the version that is running now: npm run lectern -- backup FILE',
          ),
    ];
    return config.databaseUrl ? findings : [...findings, roomFor(config.dataDir, bytes)];
  } finally {
    await db.close();
  }
}

/** New indexes and rewritten tables need room beside the old ones. */
function roomFor(dataDir: string, bytes: number): Finding {
  const free = freeBytes(dataDir);
  const words = `disk: ${toMb(free)} MB free, database ${toMb(bytes)} MB`;
  return free > bytes ? ok(words) : fault(words, 'free as much space as the database takes');
}

function toMb(bytes: number): string {
  return Math.round(bytes / 1e6).toLocaleString('en');
}
