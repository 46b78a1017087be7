import type pg from 'pg';
import { inPublic, readMigrationState, readTables } from './catalogue.ts';

/**
 * What people or the start have put into this database, as words: "3 users, 12 courses"; null for one that is empty or
 * has only what the migrations wrote. Those rows carry the transaction that also recorded the migration.
 */
export async function describeUse(client: pg.Client): Promise<string | null> {
  const migrated = (await readMigrationState(client)).length > 0;
  const { rows } = migrated
    ? await client.query<{ made: string }>('select distinct xmin::text as made from public.schema_migrations')
    : { rows: [] };
  const ours = rows.map(({ made }) => made);
  const used: string[] = [];
  for (const { name } of await readTables(client)) {
    const counted = await client.query<{ count: string }>(
      `select count(*) from (select from ${inPublic(name)} where xmin::text <> all($1) limit 1000) used`,
      [ours],
    );
    const count = Number(counted.rows[0]?.count ?? 0);
    if (count > 0) used.push(`${count === 1000 ? '1000 or more' : count} in ${name}`);
  }
  return used.length === 0 ? null : used.join(', ');
}
