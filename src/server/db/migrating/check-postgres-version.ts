import type pg from 'pg';
import { MigrationError } from './migration-error.ts';

const OLDEST = 15;

/** Answers the version, such as `18.1`; throws a MigrationError with one sentence when it is too old for us. */
export async function checkPostgresVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? 'unknown';
  if (!(Number.parseInt(version, 10) >= OLDEST))
    throw new MigrationError(
      `Lectern needs PostgreSQL ${OLDEST} or later, but the DATABASE_URL server is ${version}: upgrade it, or unset DATABASE_URL to use the embedded server.`,
    );
  return version;
}
