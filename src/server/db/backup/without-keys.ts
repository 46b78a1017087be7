import type pg from 'pg';
import { inPublic, quoted, type Table } from './catalogue.ts';

/** For building indexes and checking keys; what is larger is sorted on the disk. */
const BUILD_MEMORY = '256MB';

/**
 * Fills a table that was emptied in the same transaction: its rows are frozen, so that neither building indexes nor
 * checking keys asks for each of them who wrote it, and nobody has to clean up after it.
 */
export function copyInto({ columns, name }: Table): string {
  return `copy ${inPublic(name)} (${columns.map(quoted).join(', ')}) from stdin with (freeze)`;
}

/**
 * Empties the tables and runs `work` while they have neither keys nor indexes nor triggers of our own; then makes all of them
 * again, which checks every row. Needs only to own the tables. Inside a transaction.
 */
export async function withoutKeys<Result>(
  client: pg.Client,
  tables: readonly Table[],
  work: () => Promise<Result>,
): Promise<Result> {
  const names = tables.map(({ name }) => inPublic(name));
  // Each statement runs once: compiling it costs more than it saves.
  await client.query(`set local maintenance_work_mem = '${BUILD_MEMORY}'; set local jit = off`);
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`);
  const foreignKeys = await readConstraints(client, names, ['f']);
  const uniqueKeys = await readConstraints(client, names, ['p', 'u', 'x']);
  const indexes = await readPlainIndexes(client, names);
  for (const { name, table } of [...foreignKeys, ...uniqueKeys])
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  const result = await work();
  // What is checked at the end of a transaction must be checked before a table can be altered.
  await client.query('set constraints all immediate');
  const add = ({ definition, name, table }: Part) =>
    client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const key of uniqueKeys) await add(key);
  for (const { definition } of indexes) await client.query(definition);
  // Checked against tables whose sizes are known, each in one pass.
  for (const name of names) await client.query(`analyze ${name}`);
  for (const key of foreignKeys) await add(key);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  return result;
}

interface Part {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function readConstraints(
  client: pg.Client,
  names: readonly string[],
  kinds: readonly ('f' | 'p' | 'u' | 'x')[],
): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = any($2::"char"[]) and conparentid = 0 and conrelid = any($1::regclass[]) order by oid`,
    [names, kinds],
  );
  return rows;
}

/** Those that are not the other side of a constraint. */
async function readPlainIndexes(client: pg.Client, names: readonly string[]): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
       pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = i.indexrelid)
     order by i.indexrelid`,
    [names],
  );
  return rows;
}
