import { Agent } from 'node:http';
import pg from 'pg';
import { findRunning } from '#server/db/embedded/find-running';
import { NamedClient, registerNamed } from '#server/db/named-client';
import { type Call, median, send } from './load.ts';
import type { Caller } from './seed-learners.ts';

const CALLERS = 16;
/** As many connections as the server has. */
const CONNECTIONS = 10;

/** How long callers waited in each round, in ms. */
export interface Waiting {
  readonly p50: number;
  /** The median of the rounds: a disk that stops for 200 ms makes all callers wait at once, whatever they wait for. */
  readonly p99: number;
  /** The 99th percentile of all rounds together, with whatever stopped meanwhile. */
  readonly all: number;
}

/** How long each of so many calls takes with all callers at once, in ms. */
export async function timesOf(port: number, call: (index: number) => Call, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const times = await timesTogether(count, async (index) => {
    const reply = await send(port, call(index), agent);
    if (reply.status >= 400)
      throw new Error(`${call(index).path}: ${reply.status} ${reply.body.toString().slice(0, 200)}`);
  });
  agent.destroy();
  return times;
}

const STATEMENTS = {
  lock: 'select * from exam_attempts where id = $1 for update',
  read: 'select question, answer, given_at from exam_answers where attempt_id = $1',
  end: `update exam_attempts set submitted_at = now(), ended_by = 'candidate', passed = true, waiting = false,
    result = (select result from exam_attempts where result is not null limit 1) where id = $1`,
  progress: `insert into section_progress (user_id, section_id, course_id, position_at, done_at)
    select a.user_id, a.section_id, s.course_id, now(), now() from exam_attempts a join section_registry s on s.id = a.section_id
    where a.id = $1 on conflict (user_id, section_id) do update set done_at = excluded.done_at`,
  audit: `insert into audit_log (actor_kind, action, entity, entity_id) values ('system', 'exam.submit', 'exam_attempt', $1)`,
};
const NAMED = Object.values(STATEMENTS).map(registerNamed);

/** How long a transaction takes that reads and writes the same rows as handing in, and does nothing else. */
export async function openBareTransactions(dataDir: string, callers: readonly Caller[]) {
  const pool = new pg.Pool({ ...(await findRunning(dataDir)), max: CONNECTIONS, Client: NamedClient });
  pool.on('error', () => undefined);
  const transaction = async (index: number) => {
    const attempt = callers[index % callers.length]?.submitted[Math.floor(index / callers.length)];
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const text of NAMED) await client.query(text, [attempt]);
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  return {
    times: (from: number, count: number) => timesTogether(count, (index) => transaction(from + index)),
    close: () => pool.end(),
  };
}

/** What rounds of times come to. */
export function waitingOf(rounds: readonly (readonly number[])[]): Waiting {
  const each = (part: number) => median(rounds.map((times) => percentile(times, part)));
  return { p50: each(0.5), p99: each(0.99), all: percentile(rounds.flat(), 0.99) };
}

async function timesTogether(count: number, work: (index: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const caller = async () => {
    for (let index = next++; index < count; index = next++) {
      const begin = performance.now();
      await work(index);
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return times;
}

export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}
