import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { findRunning } from '#server/db/embedded/find-running';
import { serverIdentity } from '#server/db/embedded/identity';
import { exists, isServerOf } from '#server/db/embedded/server-process';
import { openSocketDirectory } from '#server/db/embedded/socket-directory';
import { clusterOf, hasProc, postmasterPid, test } from './engines.ts';

/** A process of the server's user that never buries its child: as pid 1 of many containers. Says the child's number. */
async function makeZombie() {
  const identity = serverIdentity();
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(identity && { uid: identity.uid, gid: identity.gid }),
  });
  const [words] = await once(parent.stdout, 'data');
  const zombie = Number(words);
  while (!/\) Z /.test(readFileSync(`/proc/${zombie}/stat`, 'utf8'))) await wait(5);
  return { parent, zombie };
}

/** Puts another number in the place of the server's in every lock file that it left. */
function renumber(dataDir: string, socketDirectory: string, pid: number, other: number): void {
  const files = [join(clusterOf(dataDir), 'postmaster.pid'), join(socketDirectory, '.s.PGSQL.5432.lock')];
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    expect(text.startsWith(`${pid}\n`)).toBe(true);
    writeFileSync(file, text.replace(String(pid), String(other)));
  }
}

/** A number that no process has: that of a server in another container, as seen from here. */
async function unusedNumber(): Promise<number> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('a copy of the folder of a running school is not that school', async ({ dataDir, scratch, start }) => {
  await start(dataDir).says(/ready/);
  const copy = join(scratch, 'copy');
  for (const name of ['postgres/18/postmaster.pid', 'secrets/postgres-password'])
    cpSync(join(dataDir, name), join(copy, name));
  expect(await findRunning(dataDir)).not.toBeNull();
  expect(await findRunning(copy)).toBeNull();
});

test.for(['answering', 'hanging'])(
  'a server whose number says nothing here, as of another container, keeps its data folder: %s',
  async (how, { dataDir, start }) => {
    const first = start(dataDir);
    await first.says(/ready/);
    const pid = postmasterPid(dataDir);
    const running = await findRunning(dataDir);
    renumber(dataDir, running?.host ?? '', pid, await unusedNumber());
    expect(await findRunning(dataDir)).toEqual(running);
    if (how === 'hanging') process.kill(pid, 'SIGSTOP');
    const second = start(dataDir);
    expect(await second.ended).toBe(1);
    process.kill(pid, 'SIGCONT');
    const holder =
      how === 'answering' ? `lectern pid ${first.child.pid}` : 'a database server of another container';
    expect(second.output()).toContain(`${dataDir} is in use by ${holder}`);
    expect(first.output()).not.toContain('state down');
    expect(isServerOf(pid, clusterOf(dataDir))).toBe(true);
  },
);

test('a server of another container that is just ending is waited for', async ({ dataDir, start }) => {
  const first = start(dataDir);
  await first.says(/ready/);
  const { host = '' } = (await findRunning(dataDir)) ?? {};
  const pid = postmasterPid(dataDir);
  renumber(dataDir, host, pid, await unusedNumber());
  process.kill(pid, 'SIGSTOP');
  const second = start(dataDir);
  await wait(1000);
  expect(second.output()).not.toContain('in use');
  first.child.kill('SIGTERM');
  process.kill(pid, 'SIGCONT');
  await first.ended;
  await second.says(/^ready$/m);
});

test.runIf(hasProc).for(['a zombie', 'another program'])(
  'lock files whose number is now that of %s do not stop the next start',
  async (whose, { dataDir, start }) => {
    const killed = start(dataDir);
    await killed.says(/ready/);
    const pid = postmasterPid(dataDir);
    const { host = '' } = (await findRunning(dataDir)) ?? {};
    // Held first, or it may start the server again before it is killed itself.
    process.kill(killed.child.pid ?? 0, 'SIGSTOP');
    process.kill(pid, 'SIGKILL');
    await killed.kill('SIGKILL');
    const { parent, zombie } = await makeZombie();
    const number = whose === 'a zombie' ? zombie : (parent.pid ?? 0);
    renumber(dataDir, host, pid, number);
    expect(exists(number)).toBe(true);
    expect(isServerOf(number, clusterOf(dataDir))).toBe(false);
    await start(dataDir).says(/ready/);
    expect(existsSync(`/proc/${number}`)).toBe(true);
    parent.kill('SIGKILL');
  },
);

test.runIf(hasProc)(
  'the lock of a socket that a replaced cluster left behind does not stop the next start',
  async ({ dataDir, start }) => {
    const { parent } = await makeZombie();
    const folder = join(dataDir, 'postgres', 'run');
    openSocketDirectory(folder, serverIdentity(dataDir));
    const lock = join(folder, '.s.PGSQL.5432.lock');
    writeFileSync(lock, `${parent.pid}\n`, { mode: 0o600 });
    const { gid, uid } = statSync(folder);
    chownSync(lock, uid, gid);
    // Not a message about what is there already.
    await start(dataDir).says(/^ready$/m);
    parent.kill('SIGKILL');
  },
);
