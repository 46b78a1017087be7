import pg from 'pg';
import { noticeLostClient } from '../presence.ts';
import { checkPostgresVersion } from './check-postgres-version.ts';
import { MigrationError } from './migration-error.ts';
import { pendingOf } from './pending-migrations.ts';
import { MIGRATIONS, type Migration, readMigrations } from './read-migrations.ts';
import { splitStatements } from './split-statements.ts';
import { takeTurn } from './take-turn.ts';

/** Any number, the same in every process that migrates: only one does at a time. */
const LOCK = 815_001;

/**
 * Brings the database up to date and answers the names of the files it ran. Forward only: one transaction for each
 * file, none for a file whose first line is `-- no-transaction`, which must bear to be run again after it failed half
 * way. Throws a MigrationError for an old server, for files that were edited after they ran, and for a database that is
 * newer than this code.
 */
export async function migrate(connection: pg.ClientConfig, directory = MIGRATIONS): Promise<string[]> {
  return runMigrations(connection, await readMigrations(directory));
}

/** The same for these files, in this order. */
export async function runMigrations(
  connection: pg.ClientConfig,
  migrations: readonly Migration[],
): Promise<string[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await checkPostgresVersion(client);
    // The role or the database may have limits for queries; a migration takes as long as it takes.
    await client.query('set statement_timeout = 0');
    await noticeLostClient(client);
    await takeTurn(client, LOCK);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const pending = await pendingOf(client, migrations);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    if (migration.text.startsWith('-- no-transaction')) await applyBare(client, migration);
    else await applyWhole(client, migration);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`${migration.name}: ${reason}`, { cause: error });
  }
}

async function applyBare(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of splitStatements(migration.text)) await client.query(statement);
  await record(client, migration);
}

async function applyWhole(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.text);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    // When the connection is lost the database rolls back by itself; the first reason is the one to report.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function record(client: pg.Client, { name, sha256 }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
}
