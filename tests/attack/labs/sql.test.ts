import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, TimedQuestion } from '#domain/labs/question';
import { readResults } from '#domain/labs/read-answer';
import { probeIsolation } from '#server/platform/judge/isolation';
import { PlayerProcess } from '#server/platform/judge/player-process';
import { type LabFrames, openLabFrames } from '#tests/kit/lab-frame';

const PWNED = '/tmp/lectern-lab-sql';
/** What a superuser may do in PostgreSQL beyond tables; the role of a learner is left behind first. */
const REACHES: Readonly<Record<string, string>> = {
  'reads a file': "select pg_read_file('/etc/passwd')",
  'lists a folder': "select * from pg_ls_dir('/etc')",
  'reads a large object from a file': "select lo_import('/etc/passwd')",
  'copies from a file':
    "create table stolen (line text); copy stolen from '/etc/passwd'; select * from stolen",
  'copies to a file': `copy (select 1) to '${PWNED}'`,
  'runs a program': `copy (select 1) to program 'touch ${PWNED}'; create table got (line text); copy got from program 'id'; select * from got`,
  'loads a library': `create function f() returns int language c as '/lib/x86_64-linux-gnu/libc.so.6', 'getpid'; select f()`,
  'connects to another server': 'create extension dblink',
  'runs another language': 'create extension plpython3u',
  'archives by a command': `alter system set archive_command = 'touch ${PWNED}'; select pg_reload_conf(); select pg_switch_wal()`,
};
const COSTS: Readonly<Record<string, string>> = {
  sleeps: 'select pg_sleep(60)',
  'joins without end': 'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b',
  'recurses without end':
    'with recursive r as (select 1 n union all select n + 1 from r) select count(*) from r',
  'catches all and goes on':
    'do $$ begin loop begin loop perform 1; end loop; exception when others then null; end; end loop; end $$',
  'asks for a text of 1 GB': "select repeat('x', 1000000000)",
  'selects millions of rows': 'select repeat(md5(g::text), 10) from generate_series(1, 2000000) g',
  'fills a table': 'create table t as select repeat(md5(g::text), 100) from generate_series(1, 2000000) g',
  'calls itself':
    'create function f(n int) returns int language plpgsql as $$ begin return f(n + 1); end $$; select f(1)',
};

/** Limits of the machine hold with or without the permissions of Node.js: `npm run prove` tries all of them without. */
const WITHOUT_PERMISSIONS = process.env.PROVE ? Object.keys(COSTS) : ['joins without end', 'fills a table'];

/** What takes nothing but time: the others need some to come to their memory. */
const ENDLESS = new Set(['sleeps', 'joins without end', 'catches all and goes on']);
const msOf = (name: string) => (ENDLESS.has(name) ? 1000 : 3000);

const query = (sql: string, ms: number): TimedQuestion => ({ op: 'query', sql, ms });

/** The texts of all cells that came back. */
function textsOf(answer: Answer): string {
  return answer.error ? '' : JSON.stringify(readResults(answer.value).map(({ rows }) => rows));
}

describe.each([
  ['shut in', false],
  ['without the permissions of Node.js', true],
])('a player of SQL, %s', (_, withoutPermissions) => {
  const start = async () => {
    const player = await PlayerProcess.start('sql', { isolation: probeIsolation([]), withoutPermissions });
    if (!player) throw new Error('The player did not start');
    return player;
  };

  test('has no more rights in its process than any other', async () => {
    const script = join(import.meta.dirname, 'hostile-process.ts');
    const isolation = probeIsolation([]);
    const hostile = await PlayerProcess.start('sql', { isolation, withoutPermissions, script });
    const outcome = (await hostile?.ask({ port: 1 }, 10_000)) as Record<string, string>;
    hostile?.kill('Died');
    for (const name of ['readEnvironment', 'write', 'sqlite', 'evaluate'])
      expect([name, outcome[name]]).toEqual([name, expect.stringMatching(/^refused/)]);
  }, 60_000);

  test('reaches nothing of the machine, not as a superuser either', async () => {
    const player = await start();
    for (const [name, sql] of Object.entries(REACHES)) {
      const refused = (await player.ask(query(sql, 5000), 6000)) as Answer;
      // As a learner PostgreSQL itself says that it may not be done.
      expect([name, refused.error?.message]).toEqual([
        name,
        expect.stringMatching(/permission|superuser|not available|transaction block/),
      ]);
      const reached = (await player.ask(query(`reset role; ${sql}`, 5000), 6000)) as Answer;
      expect([name, textsOf(reached)]).toEqual([name, expect.not.stringMatching(/root:|uid=|hostname/)]);
      expect(['Died', 'Timeout']).not.toContain(reached.error?.name);
      // Some leave a broken server behind; the next check has a new one.
      await player.ask({ op: 'load', files: {}, ms: 5000 }, 6000);
      expect(textsOf((await player.ask(query('select 1', 5000), 6000)) as Answer)).toBe('[[["1"]]]');
    }
    expect(existsSync(PWNED)).toBe(false);
    player.kill('Died');
  }, 120_000);
});

test.each(
  Object.entries(COSTS).flatMap(([name, sql]) => [
    [name, 'shut in', { sql, ms: msOf(name), withoutPermissions: false }] as const,
    ...(WITHOUT_PERMISSIONS.includes(name)
      ? [
          [
            name,
            'without the permissions of Node.js',
            { sql, ms: msOf(name), withoutPermissions: true },
          ] as const,
        ]
      : []),
  ]),
)(
  'a player of SQL that %s is ended within its limits, %s',
  async (_, __, { ms, sql, withoutPermissions }) => {
    const player = await PlayerProcess.start('sql', { isolation: probeIsolation([]), withoutPermissions });
    const started = Date.now();
    const answer = (await player?.ask(query(sql, ms), ms + 1000)) as Answer;
    expect(Date.now() - started).toBeLessThan(15_000);
    player?.kill('Died');
    expect(player?.peakMb).toBeLessThan(700);
    // Whether it came to an end or was ended: what comes back is small.
    expect(JSON.stringify(answer).length).toBeLessThan(500_000);
  },
  60_000,
);

test('a query without end that nobody stops is ended by the limit of processor time, without a wrapper too', async () => {
  const open = { level: 'C', wrapper: [], ...(process.getuid?.() === 0 && { uid: 65_534 }) } as const;
  const players = await Promise.all(
    [probeIsolation([]), open].map((isolation) =>
      PlayerProcess.start('sql', { isolation, withoutPermissions: true, cpuSeconds: 3 }),
    ),
  );
  const endless = query(COSTS['recurses without end'] ?? '', 600_000);
  const answers = await Promise.all(players.map((player) => player?.ask(endless, 600_000)));
  // Ended by the machine, or by what the query takes of its memory; never by the clock of the judge.
  for (const answer of answers) expect((answer as Answer).error?.name).toMatch(/^(?:Died|OutOfMemory)$/);
}, 300_000);

let frames: LabFrames;
beforeAll(async () => {
  frames = await openLabFrames();
}, 180_000);
afterAll(() => frames?.close());

test('in the page SQL reaches no file and no network, and is begun anew', async () => {
  const asked = [
    "reset role; create table mine (a int); select pg_read_file('/etc/passwd')",
    'select * from mine',
  ];
  const reported = await frames.play('sql', [
    { type: 'ask', id: 1, question: { op: 'load', files: {}, ms: 5000 } },
    ...asked.map((sql, index) => ({ type: 'ask', id: index + 2, question: query(sql, 5000) }) as const),
    { type: 'ask', id: 4, question: { op: 'load', files: {}, ms: 5000 } },
    { type: 'ask', id: 5, question: query('select current_user', 5000) },
    { type: 'stop' },
  ]);
  expect(reported.slice(2)).toMatchObject([
    { id: 1, answer: { value: null } },
    { id: 2, answer: { error: { name: '58P01' } } },
    { id: 3, answer: { error: { name: '42P01' } } },
    { id: 4, answer: { value: null } },
    { id: 5, answer: { value: [{ rows: [['learner']] }] } },
    { type: 'stopped' },
  ]);
  expect(frames.asked.filter((path) => !/^\/(?:$|host|lab-)/.test(path))).toEqual([]);
}, 60_000);
