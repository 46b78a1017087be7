import pino from 'pino';
import { expect, inject } from 'vitest';
import { openDatabase } from '#server/db/client';
import { runInRequest } from '#server/platform/tracing/request-context';
import { openSchool, type School } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

const METRICS_TOKEN = 'a-random-text-of-many-letters';
const headers = { authorization: `Bearer ${METRICS_TOKEN}` };

async function read({ ask }: School): Promise<string> {
  const reply = await ask('visitor', 'GET', '/metrics', { headers });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return reply.text();
}

test('every line is one that Prometheus reads, and no name comes twice', async ({ ownDb }) => {
  const school = await openSchool(ownDb, {}, { METRICS_TOKEN });
  await school.ask('visitor', 'GET', '/api/plans');
  const lines = (await read(school)).split('\n');
  expect(lines.pop()).toBe('');
  const label = '[a-z_]+="(?:[^"\\\\\\n]|\\\\[\\\\n"])*"';
  const sample = new RegExp(`^[a-z_0-9]+(?:\\{${label}(?:,${label})*\\})? (?:[\\d.e+-]+|\\+Inf)$`);
  const wrong = lines.filter((line) => !/^# (?:HELP|TYPE) [a-z_0-9]+ \S/.test(line) && !sample.test(line));
  expect(wrong).toEqual([]);
  const types = lines.filter((line) => line.startsWith('# TYPE '));
  expect(types.length).toBeGreaterThan(25);
  expect(new Set(types).size).toBe(types.length);
});

test('requests are counted by the name of their route and never by their address', async ({ db }) => {
  const school = await openSchool(db, {}, { METRICS_TOKEN });
  const addresses = [
    '/api/courses/one-slug',
    '/api/courses/two-slug',
    '/no/such/page',
    '/api/nothing?secret=1',
  ];
  for (const address of addresses) await school.ask('visitor', 'GET', address);
  await school.ask('visitor', 'PROPFIND', '/else');
  const text = await read(school);
  expect(text).toContain(
    'lectern_http_requests_total{route="/api/courses/{slug}",method="GET",status="4xx"} 2\n',
  );
  expect(text).toMatch(/lectern_http_requests_total\{route="none",method="other",status="4xx"\} 1\n/);
  expect(text).not.toMatch(/one-slug|two-slug|such|secret|PROPFIND|else/);
});

test('what waits in the database is told by lane and state', async ({ ownDb }) => {
  await ownDb.pool.query(`
    insert into mail_outbox (event_key, template, recipient, props, priority, next_attempt_at, failed_at, sent_at) values
      ('a', 'reset-password', 'a@school.test', '{}', 0, '2026-11-20 11:00+00', null, null),
      ('b', 'digest', 'a@school.test', '{}', 3, '2026-11-20 13:00+00', null, null),
      ('c', 'digest', 'a@school.test', '{}', 3, '2026-11-20 13:00+00', null, null),
      ('d', 'digest', 'a@school.test', '{}', 3, '2026-11-20 12:00+00', '2026-11-20 12:00+00', null),
      ('e', 'digest', 'a@school.test', '{}', 3, '2026-11-20 12:00+00', null, '2026-11-20 12:00+00');
    insert into notice_events (event_key, kind, link, failures, due_at) values
      ('n', 'course-published', '/', 2, '2026-11-20 11:59+00'), ('m', 'course-published', '/', 0, '2026-11-20 12:01+00');
    with gone as (insert into courses (title, description, slug, thumbnail, kind) values ('T', 'T', 'gone', '/t.svg', 'deleted')
      returning id)
    insert into notice_events (event_key, kind, link, failures, due_at, course_id)
      select 'gone', 'course-published', '/', 3, '2026-11-20 09:00+00', id from gone;
    insert into billing_inbox (event_id, provider, type, livemode, created, parked_at) values
      ('evt_1', 'stripe', 'x', payments_livemode(), '2026-11-20 12:00+00', null),
      ('evt_2', 'stripe', 'x', payments_livemode(), '2026-11-20 12:00+00', '2026-11-20 12:00+00'),
      ('evt_3', 'stripe', 'x', not payments_livemode(), '2026-11-20 12:00+00', '2026-11-20 12:00+00');
    insert into chore_runs (name, holder, last_started_at, last_finished_at, leased_until, last_error) values
      ('purge trash', gen_random_uuid(), '2026-11-20 12:00+00', to_timestamp(1700000000), '2026-11-20 12:00+00', 'it broke')`);
  const text = await read(await openSchool(ownDb, {}, { METRICS_TOKEN }));
  for (const line of [
    'lectern_mails_waiting{lane="urgent"} 1',
    'lectern_mails_waiting{lane="account"} 0',
    'lectern_mails_waiting{lane="bulk"} 2',
    'lectern_mail_overdue_seconds{lane="bulk"} 0',
    'lectern_mails_failed 1',
    'lectern_lab_runs{state="queued"} 0',
    'lectern_notices_due 1',
    'lectern_notices_failing 1',
    'lectern_notice_oldest_due_seconds 60',
    'lectern_mail_overdue_seconds{lane="urgent"} 3600',
    'lectern_billing_inbox{state="open"} 1',
    'lectern_billing_inbox{state="parked"} 1',
    'lectern_billing_commands{state="open"} 0',
    'lectern_chore_finished_timestamp_seconds{chore="purge trash"} 1700000000',
    'lectern_chore_failing{chore="purge trash"} 1',
    'lectern_database_up 1',
    'lectern_build_info{version="test",build="test"} 1',
  ])
    expect(text.split('\n')).toContain(line);
  const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  expect(value('lectern_database_size_bytes')).toBeGreaterThan(1_000_000);
  expect(value('lectern_database_statement_duration_seconds_count')).toBeGreaterThan(3);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
});

test('without a database the metrics say so, and tell the rest', async ({ ownDb }) => {
  const school = await openSchool(ownDb, {}, { METRICS_TOKEN });
  ownDb.pool.connect = () => Promise.reject(new Error('connect ECONNREFUSED'));
  const text = await read(school);
  expect(text).toContain('lectern_database_up 0\n');
  expect(text).toContain('process_cpu_seconds_total ');
  expect(text).not.toContain('lectern_mails_waiting');
});

test('a slow statement is logged by its name and without what it was asked', async ({ ownDb }) => {
  const lines: string[] = [];
  const log = pino({ level: 'warn', base: null }, { write: (line: string) => void lines.push(line) });
  const connection = { ...inject('database'), database: ownDb.pool.options.database };
  const db = openDatabase({ connection, log, slowStatementMs: 50 });
  await db.pool.query('select 1');
  const context = { requestId: 'a-request-0001', trace: null, tracer: undefined };
  await runInRequest(context, () =>
    db.pool.query(
      "select pg_sleep(0.1) from (values (1)) one left join users on email = $1 and name <> 'Ann O''Hara'",
      ['ann@school.test'],
    ),
  );
  await expect(db.pool.query('select 1 / 0')).rejects.toThrow();
  await db.close();
  const [line, ...others] = lines.map((each) => JSON.parse(each) as Record<string, unknown>);
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    msg: 'slow statement',
    requestId: 'a-request-0001',
    statement: expect.stringMatching(/^select users [\da-f]{8}$/),
  });
  expect(line?.ms).toBeGreaterThanOrEqual(50);
  expect(JSON.stringify(line)).not.toMatch(/ann@|Hara/);
  expect([db.statements.slow, db.statements.failed]).toEqual([1, 1]);
});
