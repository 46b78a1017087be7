import { sql } from 'kysely';
import type { Reader } from '../client.ts';
import { migrationNames } from './read-migrations.ts';

let known: Promise<readonly string[]> | undefined;

/**
 * Names of our migrations that this database doesn't have, in order. One that is newer than this process has all of them:
 * during a rolling upgrade the old processes go on.
 */
export async function findPending(db: Reader): Promise<string[]> {
  known ??= migrationNames();
  const names = await known;
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('schema_migrations') is not null as found`.execute(db);
  if (!tables[0]?.found) return [...names];
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !applied.has(name));
}
