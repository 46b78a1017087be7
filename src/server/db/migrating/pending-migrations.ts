import pg from 'pg';
import { checkPostgresVersion } from './check-postgres-version.ts';
import { MigrationError } from './migration-error.ts';
import { MIGRATIONS, type Migration, readMigrations } from './read-migrations.ts';

/** Names of the migrations that have not run on this database yet; throws as `migrate` does. Changes nothing. */
export async function pendingMigrations(
  connection: pg.ClientConfig,
  directory = MIGRATIONS,
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await checkPostgresVersion(client);
    return (await pendingOf(client, migrations)).map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * What is left to run, in order. Throws a MigrationError when a file was edited after it ran, when the database is newer
 * than this code, and when a file comes before one that has run.
 */
export async function pendingOf(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const rows = await appliedOn(client);
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, sha256 } of rows) {
    const migration = known.get(name);
    if (!migration)
      throw new MigrationError(
        `The database was created by a newer version of Lectern: it has ${name}. Start that version, or restore a backup.`,
      );
    if (migration.sha256 !== sha256)
      throw new MigrationError(
        `${name} was edited after it ran on this database. Restore the original file and add a new migration instead.`,
      );
  }
  const applied = new Set(rows.map(({ name }) => name));
  const last = rows.at(-1)?.name ?? '';
  const pending = migrations.filter(({ name }) => !applied.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late)
    throw new MigrationError(
      `${late.name} comes before ${last}, which has already run. Give it a higher number.`,
    );
  return pending;
}

async function appliedOn(client: pg.Client): Promise<{ name: string; sha256: string }[]> {
  const { rows: found } = await client.query("select to_regclass('schema_migrations') is not null as there");
  if (!found[0]?.there) return [];
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  );
  // Ordered here: every database has rules of its own for the order of letters.
  return rows.sort((a, b) => (a.name < b.name ? -1 : 1));
}
