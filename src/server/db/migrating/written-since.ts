import type pg from 'pg';

/** A moment of one database server: every transaction with a lower number had ended. */
export interface Mark {
  /** Which server: another one counts for itself. */
  readonly server: string;
  readonly transaction: string;
}

/** So many transactions are looked up at most: a failed upgrade makes a handful. */
const MOST_LOOKED_UP = 1000;

export async function readMark(client: pg.Client): Promise<Mark> {
  const { rows } = await client.query<Mark>(
    'select system_identifier::text as server, pg_snapshot_xmin(pg_current_snapshot())::text as transaction from pg_control_system()',
  );
  if (!rows[0]) throw new Error('the server is one row');
  return rows[0];
}

/** Whether anything may have been written since: only if every later transaction was rolled back, surely nothing was. */
export async function isWrittenSince(client: pg.Client, since: Mark): Promise<boolean> {
  const { server, transaction } = await readMark(client);
  const [first, next] = [BigInt(since.transaction), BigInt(transaction)];
  if (server !== since.server || next < first || next - first > MOST_LOOKED_UP) return true;
  const { rows } = await client.query<{ written: boolean }>(
    `select exists (
       select from generate_series($1::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1) number
       where pg_xact_status(number::text::xid8) is distinct from 'aborted') as written`,
    [since.transaction],
  );
  return rows[0]?.written !== false;
}
