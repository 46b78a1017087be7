import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { SCHOOL_CHORES } from '#server/jobs/chores';
import { startScript } from '#tests/kit/process';
import { message, type School, startSchool } from '../../durability/school-server.ts';
import { eventually, openClient, ownDatabase, ownFolder } from './own-database.ts';

const COMMANDS = join(import.meta.dirname, '../../../src/server/cli/lectern.ts');
const TOKEN = 'a-token-for-the-metrics-of-tests';
/** Long enough for the shortest chore to be due three times. */
const WATCH_MS = 11_000;

/** Notes each time that a chore begins, and who does it. */
const NOTE_STARTS = `
  create table chore_starts (name text, holder uuid, at timestamptz);
  create function note_start() returns trigger language plpgsql as $$ begin
    insert into chore_starts values (new.name, new.holder, new.last_started_at); return null; end $$;
  create trigger note_start after insert or update of last_started_at on chore_runs
    for each row execute function note_start()`;

function startOne(url: string, dataDir: string, env: Record<string, string>): School {
  const school = startSchool(dataDir, {
    env: { DATABASE_URL: url, LABS: 'off', METRICS_TOKEN: TOKEN, LOG_LEVEL: 'warn', ...env },
  });
  onTestFinished(() => school.kill('SIGKILL'));
  return school;
}

/** What a process answers to a path. */
async function statusOf(
  process: School,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const [, port] = await process.says(/Lectern is ready: http:\/\/localhost:(\d+)/);
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  await reply.body?.cancel();
  return reply.status;
}

test('web processes serve, workers do the rest, and each chore is done once for all of them', {
  timeout: 240_000,
}, async () => {
  const { connection, url } = await ownDatabase();
  const client = await openClient(connection);
  await client.query(NOTE_STARTS);
  const count = async (from: string) =>
    Number((await client.query(`select count(*) from ${from}`)).rows[0].count);
  const dataDir = ownFolder();

  const webs = [1, 2].map(() => startOne(url, dataDir, { ROLES: 'web' }));
  await Promise.all(webs.map((web) => web.serves()));
  const [web] = webs as [School];
  const asked = await web.ask('POST', '/api/contact', { ...message('Is there a course?'), website: '' });
  const code = await web.ask('POST', '/api/sign-in/code', { email: 'head@school.test' });
  expect([asked.status, code.status]).toEqual([201, 200]);
  const unsent = 'mail_outbox where sent_at is null';
  const waiting = await count(unsent);
  expect(waiting).toBeGreaterThan(0);
  // The first chores and mails would have been under way by now.
  await wait(3000);
  expect([await count('chore_starts'), await count(unsent)]).toEqual([0, waiting]);

  const workers = [1, 2].map(() => startOne(url, dataDir, { ROLES: 'worker' }));
  await Promise.all(workers.map((worker) => worker.serves()));
  await eventually(
    () => count(unsent),
    (left) => left === 0,
  );
  await wait(WATCH_MS);
  const { rows } = await client.query<{ name: string; holder: string; at: Date }>(
    'select name, holder, at from chore_starts order by at',
  );
  const often = SCHOOL_CHORES.filter(({ everyMs }) => everyMs <= 5000);
  expect(often.length).toBeGreaterThan(0);
  for (const { everyMs, name } of often) {
    const times = rows.filter((row) => row.name === name).map(({ at }) => at.getTime());
    expect(times.length).toBeGreaterThanOrEqual(2);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(everyMs * 0.9 - 1);
  }
  // In this time, what is due once a minute was done once at most, whoever did it.
  for (const { everyMs, name } of SCHOOL_CHORES.filter((chore) => chore.everyMs >= 60_000))
    expect([name, everyMs, rows.filter((row) => row.name === name).length]).toEqual([
      name,
      everyMs,
      expect.toSatisfy((times: number) => times <= 1),
    ]);
  expect(new Set(rows.map(({ holder }) => holder)).size).toBeLessThanOrEqual(workers.length);

  const [worker] = workers as [School];
  const bearer = { authorization: `Bearer ${TOKEN}` };
  const state = [
    await statusOf(worker, '/healthz'),
    await statusOf(worker, '/readyz'),
    await statusOf(worker, '/metrics', bearer),
    await statusOf(worker, '/metrics'),
  ];
  expect(state).toEqual([200, 200, 200, 401]);
  for (const path of ['/', '/courses', '/api/courses', '/api/session', '/uploads/x.png'])
    expect([path, await statusOf(worker, path)]).toEqual([path, 404]);
  for (const process of [...webs, ...workers]) {
    process.child.kill('SIGTERM');
    expect(await process.ended).toBe(0);
  }
});

test('with the role of a judge alone, the process is the judge: it waits for others to migrate and has no port', {
  timeout: 240_000,
}, async () => {
  const { connection, url } = await ownDatabase('template0');
  const early = startOne(url, ownFolder(), { ROLES: 'judge', LABS: 'on', LAB_SLOTS: '1' });
  expect([await early.ended, early.output()]).toEqual([
    1,
    expect.stringContaining('The database is older than this judge'),
  ]);
  const { rows } = await (await openClient(connection)).query("select to_regclass('users') as made");
  expect(rows).toEqual([{ made: null }]);
  const migrate = async () => {
    const run = startScript(COMMANDS, ['migrate'], { env: { DATABASE_URL: url, DATA_DIR: ownFolder() } });
    return [await run.ended, run.output()];
  };
  expect(await migrate()).toEqual([0, expect.stringMatching(/^applied 0001\S+\n[\s\S]*is up to date\.\n$/)]);
  expect(await migrate()).toEqual([0, 'The database was already up to date.\n']);
  const judge = startOne(url, ownFolder(), { ROLES: 'judge', LABS: 'on', LAB_SLOTS: '1' });
  await judge.says(/Lectern judges labs: isolation level [ABC], 1 at a time/);
  judge.child.kill('SIGTERM');
  expect(await judge.ended).toBe(0);
});
