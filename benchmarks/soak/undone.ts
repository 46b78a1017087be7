import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** What must be done some time after the last request, and what must never be. */
const UNDONE = {
  'emails not sent': 'select count(*)::int from mail_outbox where sent_at is null and failed_at is null',
  'emails given up': 'select count(*)::int from mail_outbox where failed_at is not null',
  'notices not delivered':
    'select count(*)::int from notice_events where delivered_at is null and coalesce(due_at, created_at) <= now()',
  'announcements not sent': 'select count(*)::int from announcements where finished_at is null',
  'exports not written': "select count(*)::int from exports where state <> 'ready'",
  'lab runs not judged': "select count(*)::int from lab_runs where state in ('queued', 'running')",
  'lab runs failed': "select count(*)::int from lab_runs where state = 'failed'",
  'chores failed': 'select count(*)::int from chore_runs where last_error is not null',
} as const;

/** Waits until nothing is left to do; answers what is after so many seconds. */
export async function undoneAfter(client: pg.Client, seconds: number): Promise<ReadonlyMap<string, number>> {
  for (const deadline = Date.now() + seconds * 1000; ; await wait(500)) {
    const undone = new Map<string, number>();
    for (const [name, statement] of Object.entries(UNDONE)) {
      const { rows } = await client.query<{ count: number }>(statement);
      if (rows[0] && rows[0].count > 0) undone.set(name, rows[0].count);
    }
    if (undone.size === 0 || Date.now() > deadline) return undone;
  }
}

export async function countSent(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select count(*)::int from mail_outbox where sent_at is not null');
  return rows[0].count;
}

export async function databaseMiB(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes');
  return rows[0].bytes / 1024 ** 2;
}
