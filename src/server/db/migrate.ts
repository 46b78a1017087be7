import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Where the product's own migrations are. */
export const MIGRATIONS = join(import.meta.dirname, 'migrations');
/** Any number, the same in every process that migrates: only one does at a time. */
const LOCK = 815_001;

export class MigrationError extends Error {
  override name = 'MigrationError';
}

export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/**
 * Brings the database up to date and answers the names of the files it ran. Forward only: one transaction for each
 * file, none for a file whose first line is `-- no-transaction`. Refuses files that were edited after they ran, and a
 * database that is newer than this code.
 */
export async function migrate(connection: pg.ClientConfig, directory = MIGRATIONS): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const pending = await pendingOf(client, migrations);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Names of the migrations that have not run yet; throws as `migrate` does. */
export async function pendingMigrations(
  connection: pg.ClientConfig,
  directory = MIGRATIONS,
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await pendingOf(client, migrations)).map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Every migration of this version, in order. */
export async function readMigrations(directory = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function pendingOf(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations order by name',
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, sha256 } of rows) {
    const migration = known.get(name);
    if (!migration)
      throw new MigrationError(
        `The database was made by a newer Lectern: it has ${name}. Start that version, or restore a backup.`,
      );
    if (migration.sha256 !== sha256)
      throw new MigrationError(
        `${name} was edited after it ran on this database. Put the file back and add a new migration instead.`,
      );
  }
  const applied = new Set(rows.map(({ name }) => name));
  const last = rows.at(-1)?.name ?? '';
  const pending = migrations.filter(({ name }) => !applied.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late)
    throw new MigrationError(
      `${late.name} comes before ${last}, which has run already. Give it a later number.`,
    );
  return pending;
}

async function apply(client: pg.Client, { name, sha256, text }: Migration): Promise<void> {
  const record = () =>
    client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
  if (text.startsWith('-- no-transaction')) {
    await client.query(text);
    await record();
    return;
  }
  await client.query('begin');
  try {
    await client.query(text);
    await record();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new MigrationError(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
