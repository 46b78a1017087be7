import { sql } from 'kysely';
import type { Reader } from '../client.ts';
import { migrationNames } from './read-migrations.ts';

export interface MigrationDifference {
  /** Names of our migrations that the database doesn't have, in order. */
  readonly pending: readonly string[];
  /** The newest migration of the database that we don't know; null: it has none. */
  readonly newer: string | null;
}

let known: Promise<readonly string[]> | undefined;

/**
 * How this database differs from what this process needs. A newer one has all of ours: during a rolling upgrade the old
 * processes go on.
 */
export async function compareMigrations(db: Reader): Promise<MigrationDifference> {
  known ??= migrationNames();
  const names = await known;
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('schema_migrations') is not null as found`.execute(db);
  if (!tables[0]?.found) return { pending: names, newer: null };
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  const ours = new Set(names);
  return {
    pending: names.filter((name) => !applied.has(name)),
    newer:
      [...applied]
        .filter((name) => !ours.has(name))
        .sort()
        .at(-1) ?? null,
  };
}
