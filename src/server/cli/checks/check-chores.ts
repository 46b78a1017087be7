import pg from 'pg';
import { CHORE_RUNS, type ChoreRun } from './chores-sql.ts';
import { type Finding, fault, ok } from './finding.ts';

/** How the housekeeping went the last time, of a database with all migrations. */
export async function checkChores(connection: pg.ClientConfig): Promise<Finding[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<ChoreRun>(CHORE_RUNS);
    const faults = rows.flatMap((run) => faultOf(run) ?? []);
    return faults.length > 0 ? faults : [ok(inOrder(rows))];
  } finally {
    await client.end();
  }
}

function faultOf({ is_cut_off, last_error, last_started_at, name }: ChoreRun): Finding | null {
  const began = last_started_at.toISOString();
  if (is_cut_off)
    return fault(
      `housekeeping: "${name}" started at ${began} and never finished`,
      'if no server is running, start it: the chore is retried automatically; otherwise look for its end in the log',
    );
  return last_error === null
    ? null
    : fault(
        `housekeeping: "${name}" failed at ${began}: ${last_error}`,
        'it is retried automatically; check the log to see when it started failing',
      );
}

function inOrder(rows: readonly ChoreRun[]): string {
  const last = Math.max(...rows.map(({ last_started_at }) => last_started_at.getTime()));
  return rows.length === 0
    ? 'housekeeping: nothing done in the last day'
    : `housekeeping: ${rows.length} chores, the last at ${new Date(last).toISOString()}`;
}
