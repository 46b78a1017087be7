import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type pg from 'pg';
import type { Db } from '#server/db/client';
import { EXPORT_TABLES, type ExportTable } from './export-sql.ts';

/** Rows that are in memory at a time. */
const BATCH = 1000;
const FETCH = `fetch ${BATCH} from export_cursor`;

type Row = Record<string, unknown>;

/**
 * Writes what is in every table about a person into a folder, as JSON and as CSV: all as it was at one moment, a batch
 * at a time, and as fast as the disk is. A slow download later keeps nobody from the database.
 */
export async function spoolTables(db: Db, userId: string, folder: string): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('start transaction isolation level repeatable read read only');
    for (const table of Object.values(EXPORT_TABLES)) await spoolTable(client, userId, table, folder);
    await client.query('commit');
    client.release();
  } catch (error) {
    // What is half done on this connection is nobody's business any more.
    client.release(true);
    throw error;
  }
}

async function spoolTable(
  client: pg.PoolClient,
  userId: string,
  { file, query }: ExportTable,
  folder: string,
): Promise<void> {
  await using json = await open(join(folder, `${file}.json`), 'wx', 0o600);
  await using csv = await open(join(folder, `${file}.csv`), 'wx', 0o600);
  // The queries are ours, word for word; what is asked for is a parameter.
  const declaration = `declare export_cursor no scroll cursor for ${query}`;
  await client.query(declaration, [userId]);
  let count = 0;
  for (;;) {
    const { fields, rows } = await client.query<Row>(FETCH);
    if (count === 0) await csv.appendFile(headOf(fields.map(({ name }) => name)));
    if (rows.length > 0) {
      await json.appendFile(`${count === 0 ? '[' : ','}\n${JSON.stringify(rows, null, 2).slice(2, -2)}`);
      await csv.appendFile(toCsv(rows));
    }
    count += rows.length;
    if (rows.length < BATCH) break;
  }
  await client.query('close export_cursor');
  await json.appendFile(count === 0 ? '[]\n' : '\n]\n');
}

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
