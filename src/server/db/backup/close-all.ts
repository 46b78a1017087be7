import type pg from 'pg';
import { inPublic, readTables } from './catalogue.ts';
import { KEPT_ROWS, OPENING } from './left-out.ts';
import { openClient } from './open-client.ts';

/**
 * Empties what a backup leaves out because it opens something: a database that was taken back to an earlier moment has sessions
 * that were ended since, and codes that were used. An older version has fewer such tables.
 */
export async function closeAll(connection: pg.ClientConfig): Promise<void> {
  const client = await openClient(connection, 'a recovery');
  try {
    const tables = (await readTables(client)).map(({ name }) => name);
    const opening = tables.filter((name) => OPENING.includes(name));
    await client.query('begin');
    if (opening.length > 0) await client.query(`truncate ${opening.map(inPublic).join(', ')}`);
    for (const [name, kept] of Object.entries(KEPT_ROWS))
      if (tables.includes(name)) await client.query(`delete from ${inPublic(name)} where not (${kept})`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
