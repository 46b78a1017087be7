import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { postmasterPid, test } from './engines.ts';
import { message, type School, startSchool } from './school-server.ts';

/** Somebody who waits longer than this gives up; as for an external database (tests/chaos). */
const PATIENCE_MS = 9000;
const RECOVERY_MS = 5000;
/** The pool has closed its idle connections by then. */
const IDLE_MS = 11_000;
/** More than the pool has connections. */
const REQUESTS = 30;
const REFUSED = { status: 503, code: 'DATABASE_UNAVAILABLE', hasRetryAfter: true };

/** The numbers of the processes that this one has started. */
function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number);
}

async function write(school: School, text: string) {
  const began = performance.now();
  const { body, headers, status } = await school.ask('POST', '/api/contact', message(text));
  const ms = performance.now() - began;
  return { ms, status, code: body.code, hasRetryAfter: headers.has('retry-after') };
}

/** These processes stand still while people write. */
async function hold(school: School, pids: readonly number[]): Promise<void> {
  // Some of them may have ended by then.
  const signal = (name: string) => void spawnSync('kill', [`-${name}`, ...pids.map(String)]);
  onTestFinished(() => signal('CONT'));
  signal('STOP');
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, (_, index) => write(school, `during ${index}`)),
  );
  answers.push(await write(school, 'later'));
  signal('CONT');
  const going = performance.now();
  while ((await write(school, 'after')).status !== 201) await wait(100);
  expect(performance.now() - going).toBeLessThan(RECOVERY_MS);
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(PATIENCE_MS);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).not.toEqual([]);
  for (const answer of refused) expect(answer).toMatchObject(REFUSED);
}

test('while the embedded database stands still without ending, people are told so in time, and it goes on by itself', {
  timeout: 120_000,
}, async ({ dataDir }) => {
  const school = startSchool(dataDir);
  onTestFinished(async () => void (await school.kill('SIGTERM')));
  await school.serves();
  expect(await write(school, 'before')).toMatchObject({ status: 201 });
  const server = postmasterPid(dataDir);
  await wait(IDLE_MS);
  // Open connections are served, new ones are taken and never answered.
  await hold(school, [server]);
  await hold(school, [server, ...childrenOf(server)]);
});
