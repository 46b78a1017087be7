import type pg from 'pg';
import type { Db } from '#server/db/client';
import { EXPORT_TABLES } from './export-sql.ts';
import type { ExportTable } from './export-table.ts';
import { type Spooled, startFile } from './start-file.ts';
import { headOf, jsonOf, type Row, toCsv } from './to-csv.ts';

/** Rows that are in memory at a time, unless the table has long ones. */
const BATCH = 1000;

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
  const json = startFile(`${table.file}.json`, folder);
  const csv = startFile(`${table.file}.csv`, folder);
  let count = 0;
  for await (const { fields, rows } of readBatches(client, userId, table)) {
    if (count === 0) await csv.append(headOf(fields.map(({ name }) => name)));
    if (rows.length === 0) continue;
    await json.append(`${count === 0 ? '[' : ','}${jsonOf(rows)}`);
    await csv.append(toCsv(rows));
    count += rows.length;
  }
  await json.append(count === 0 ? '[]\n' : '\n]\n');
  return [await json.end(), await csv.end()];
}

/** The queries are ours, word for word; what is asked for is a parameter. */
async function* readBatches(
  client: pg.PoolClient,
  userId: string,
  { query, rows: most = BATCH }: ExportTable,
): AsyncGenerator<pg.QueryResult<Row>> {
  // Nearly every table of nearly everybody: a question each. Long rows are not asked for twice.
  if (most === BATCH) {
    const whole = `${query} limit ${BATCH}`;
    const all: pg.QueryResult<Row> = await client.query(whole, [userId]);
    if (all.rows.length < BATCH) {
      yield all;
      return;
    }
  }
  const declaration = `declare export_cursor no scroll cursor for ${query}`;
  await client.query(declaration, [userId]);
  const fetch = `fetch ${most} from export_cursor`;
  let isLast = false;
  while (!isLast) {
    const batch: pg.QueryResult<Row> = await client.query(fetch);
    isLast = batch.rows.length < most;
    yield batch;
  }
  await client.query('close export_cursor');
}
