import pg from 'pg';
import { type Finding, fault, ok } from './finding.ts';

interface Run {
  readonly name: string;
  readonly last_error: string | null;
  readonly last_started_at: Date;
  readonly is_cut_off: boolean;
}

// A chore that has not begun for a day is none of this version any more, or no server runs.
const RUNS = `
  select name, last_error, last_started_at,
    leased_until <= now() and (last_finished_at is null or last_finished_at < last_started_at) as is_cut_off
  from chore_runs where last_started_at > now() - interval '1 day' order by name`;

/** How the housekeeping went the last time, of a database with all migrations. */
export async function checkChores(connection: pg.ClientConfig): Promise<Finding[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Run>(RUNS);
    const faults = rows.flatMap((run) => faultOf(run) ?? []);
    return faults.length > 0 ? faults : [ok(inOrder(rows))];
  } finally {
    await client.end();
  }
}

function faultOf({ is_cut_off, last_error, last_started_at, name }: Run): Finding | null {
  const began = last_started_at.toISOString();
  if (is_cut_off)
    return fault(
      `housekeeping: "${name}" began at ${began} and never ended`,
      'if no server runs, start it: the chore is done again by itself; otherwise look for its end in the log',
    );
  return last_error === null
    ? null
    : fault(
        `housekeeping: "${name}" failed at ${began}: ${last_error}`,
        'it is tried again by itself; look in the log since when it fails',
      );
}

function inOrder(rows: readonly Run[]): string {
  const last = Math.max(...rows.map(({ last_started_at }) => last_started_at.getTime()));
  return rows.length === 0
    ? 'housekeeping: not done in the last day'
    : `housekeeping: ${rows.length} chores, the last at ${new Date(last).toISOString()}`;
}
