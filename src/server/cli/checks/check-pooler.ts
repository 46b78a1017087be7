import pg from 'pg';
import type { Config } from '#server/config';
import { demandDirect } from '#server/db/connections/demand-direct';
import { type Finding, fault, ok, reasonOf } from './finding.ts';

const ANSWER_WITHIN_MS = 5000;

/** Whether what needs a connection of its own has one; and with a pooler, whether queries pass through it. Nothing for an embedded database. */
export async function checkPooler({
  database: { directUrl, statementTimeoutMs },
  databaseUrl,
}: Pick<Config, 'database' | 'databaseUrl'>): Promise<Finding[]> {
  if (databaseUrl === undefined) return [];
  const to = (connectionString: string) => ({ connectionString, connectionTimeoutMillis: ANSWER_WITHIN_MS });
  try {
    await demandDirect(to(directUrl ?? databaseUrl));
  } catch (error) {
    return [fault('pooler: no direct connection', reasonOf(error))];
  }
  if (directUrl === undefined) return [];
  try {
    return [await limitOf(to(databaseUrl), statementTimeoutMs)];
  } catch (error) {
    return [fault(`pooler: ${reasonOf(error)}`, 'check DATABASE_URL, and that the pooler is running')];
  }
}

/** A pooler doesn't pass on our limit for statements outside of transactions: the role or the pooler has to set it. */
async function limitOf(connection: pg.ClientConfig, wishedMs: number): Promise<Finding> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ limit: string }>(
      "select current_setting('statement_timeout') as limit",
    );
    if (wishedMs > 0 && rows[0]?.limit === '0')
      return fault(
        'pooler: statements outside of transactions have no time limit',
        'set statement_timeout for the database role, or in connect_query of PgBouncer',
      );
    return ok('pooler: queries pass through it');
  } finally {
    await client.end();
  }
}
