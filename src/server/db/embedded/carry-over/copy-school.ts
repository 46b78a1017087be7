import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import {
  inPublic,
  quoted,
  readMigrationState,
  readSequences,
  readTables,
  rowsOf,
  setNeutralFormats,
  type Table,
} from '#server/db/backup/catalogue';
import { openClient } from '#server/db/backup/open-client';
import { setSequences } from '#server/db/backup/set-sequences';
import { copyInto, withoutKeys } from '#server/db/backup/without-keys';
import { runMigrations } from '#server/db/migrating/migrate';
import { type Migration, readMigrations } from '#server/db/migrating/read-migrations';
import type { Connection } from '../connection.ts';

interface Sides {
  readonly from: Connection;
  /** An empty database. */
  readonly to: Connection;
  /** Told a line for each step. */
  readonly say: (line: string) => void;
  /** Ends it, whatever is being done. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Copies every table of the school into an empty database at the same migrations, in one transaction, and compares the
 * contents. The next start of the school migrates it on.
 */
export async function copySchool({ from, say, signal, to }: Sides): Promise<void> {
  signal?.throwIfAborted();
  const source = await openClient(from, 'a carry-over');
  try {
    await source.query('begin isolation level repeatable read read only');
    await setNeutralFormats(source);
    await runMigrations(to, await knownMigrations(source));
    const target = await openClient(to, 'a carry-over');
    // A statement can take minutes, and the copy of a table hours.
    const hangUp = () => {
      for (const client of [source, target]) void client.end();
    };
    signal?.addEventListener('abort', hangUp, { once: true });
    try {
      signal?.throwIfAborted();
      await copyAll(source, target, { say, signal });
    } finally {
      signal?.removeEventListener('abort', hangUp);
      await target.end();
    }
  } finally {
    await source.end();
  }
}

/** The migrations that the old database has, which this version must know word for word. */
async function knownMigrations(source: pg.Client): Promise<Migration[]> {
  const state = await readMigrationState(source);
  const own = new Map((await readMigrations()).map((migration) => [migration.name, migration]));
  return state.map(({ name, sha256 }) => {
    const migration = own.get(name);
    if (migration?.sha256 !== sha256)
      throw new Error(
        `The database has the migration ${name}, which this version of Lectern doesn't have. Carry it over with the version that it belongs to, or a newer one.`,
      );
    return migration;
  });
}

async function copyAll(
  source: pg.Client,
  target: pg.Client,
  { say, signal }: Pick<Sides, 'say' | 'signal'>,
): Promise<void> {
  const tables = await readTables(source);
  await target.query('begin isolation level read committed');
  await setNeutralFormats(target);
  await refuseOtherTables(tables, await readTables(target));
  await withoutKeys(target, tables, async () => {
    for (const [index, table] of tables.entries()) {
      const rows = await copyTable(source, target, { table, signal });
      say(`${index + 1} of ${tables.length}: ${table.name}, ${rowsOf(rows)}`);
    }
  });
  await setSequences(target, await readSequences(source));
  for (const table of tables) {
    const [before, after] = [await contentOf(source, table), await contentOf(target, table)];
    if (before !== after) throw new Error(`The copy of the table ${table.name} differs from the original.`);
  }
  say(`compared: the contents of ${tables.length} tables are the same`);
  await target.query('commit');
  for (const { name } of tables) await target.query(`analyze ${inPublic(name)}`);
}

async function refuseOtherTables(theirs: readonly Table[], own: readonly Table[]): Promise<void> {
  if (JSON.stringify(theirs) !== JSON.stringify(own))
    throw new Error("The tables of the old database aren't those of its migrations.");
}

async function copyTable(
  source: pg.Client,
  target: pg.Client,
  { signal, table }: { readonly table: Table; readonly signal: AbortSignal | undefined },
): Promise<number> {
  const list = table.columns.map(quoted).join(', ');
  const out = source.query(copyTo(`copy (select ${list} from ${inPublic(table.name)}) to stdout`));
  const into = target.query(copyFrom(copyInto(table)));
  await pipeline(out, into, { signal });
  return into.rowCount;
}

/** How many rows there are, and a sum over the hashes of all of them, in whatever order. */
async function contentOf(client: pg.Client, { columns, name }: Table): Promise<string> {
  const { rows } = await client.query<{ content: string }>(
    `select count(*) || ' ' || coalesce(sum(('x' || left(md5(row(${columns.map(quoted).join(', ')})::text), 15))::bit(60)::bigint), 0)
       as content from ${inPublic(name)}`,
  );
  return rows[0]?.content ?? '';
}
