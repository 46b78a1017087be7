import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type pg from 'pg';
import type { Db } from '#server/db/client';
import { EXPORT_TABLES } from './export-sql.ts';
import type { ExportTable } from './export-table.ts';

/** Rows that are in memory at a time. */
const BATCH = 1000;
const FETCH = `fetch ${BATCH} from export_cursor`;

type Row = Record<string, unknown>;

/** Larger files wait on the disk: a slow download holds no more than this of each. */
const MOST_HELD = 64 * 1024;

/** A file of the copy, by its content or by where it is. */
export type Spooled = { readonly name: string } & ({ readonly content: string } | { readonly path: string });

/**
 * Reads what is in every table about a person, as JSON and as CSV: all as it was at one moment, a batch at a time, and as
 * fast as the disk is. A slow download later keeps nobody from the database. What is large is written into the folder.
 */
export async function spoolTables(db: Db, userId: string, folder: string): Promise<Spooled[]> {
  const client = await db.pool.connect();
  try {
    await client.query('start transaction isolation level repeatable read read only');
    const files: Spooled[] = [];
    for (const table of Object.values(EXPORT_TABLES))
      files.push(...(await spoolTable(client, userId, table, folder)));
    await client.query('commit');
    client.release();
    return files;
  } catch (error) {
    // What is half done on this connection is nobody's business any more.
    client.release(true);
    throw error;
  }
}

async function spoolTable(
  client: pg.PoolClient,
  userId: string,
  table: ExportTable,
  folder: string,
): Promise<Spooled[]> {
  // The queries are ours, word for word; what is asked for is a parameter.
  const batch = `${table.query} limit ${BATCH}`;
  const { fields, rows }: pg.QueryResult<Row> = await client.query(batch, [userId]);
  // Nearly every table of nearly everybody: a question each, and nothing on the disk.
  if (rows.length < BATCH) {
    const json = rows.length === 0 ? '[]\n' : `[${jsonOf(rows)}\n]\n`;
    const csv = headOf(fields.map(({ name }) => name)) + toCsv(rows);
    return [await hold(`${table.file}.json`, json, folder), await hold(`${table.file}.csv`, csv, folder)];
  }
  return spoolBatches(client, userId, table, folder);
}

async function hold(name: string, content: string, folder: string): Promise<Spooled> {
  if (content.length <= MOST_HELD) return { name, content };
  const path = join(folder, name);
  await writeFile(path, content, { flag: 'wx', mode: 0o600 });
  return { name, path };
}

async function spoolBatches(
  client: pg.PoolClient,
  userId: string,
  { file, query }: ExportTable,
  folder: string,
): Promise<Spooled[]> {
  const files = [`${file}.json`, `${file}.csv`].map((name) => ({ name, path: join(folder, name) }));
  const [jsonPath = '', csvPath = ''] = files.map(({ path }) => path);
  await using json = await open(jsonPath, 'wx', 0o600);
  await using csv = await open(csvPath, 'wx', 0o600);
  const declaration = `declare export_cursor no scroll cursor for ${query}`;
  await client.query(declaration, [userId]);
  let count = 0;
  for (;;) {
    const { fields, rows } = await client.query<Row>(FETCH);
    if (count === 0) await csv.appendFile(headOf(fields.map(({ name }) => name)));
    if (rows.length > 0) {
      await json.appendFile(`${count === 0 ? '[' : ','}${jsonOf(rows)}`);
      await csv.appendFile(toCsv(rows));
    }
    count += rows.length;
    if (rows.length < BATCH) break;
  }
  await client.query('close export_cursor');
  await json.appendFile('\n]\n');
  return files;
}

/** Without the brackets around. */
const jsonOf = (rows: readonly Row[]) => `\n${JSON.stringify(rows, null, 2).slice(2, -2)}`;

function headOf(columns: string[]): string {
  return stringify([columns], { bom: true, record_delimiter: 'windows' });
}

/** Values within values as JSON, and nothing that is a formula to a spreadsheet. */
function toCsv(rows: readonly Row[]): string {
  const flat = rows.map((row) => Object.values(row).map(cell));
  return stringify(flat, { escape_formulas: true, record_delimiter: 'windows' });
}

function cell(value: unknown): string | number | null {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
