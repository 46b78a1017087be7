import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findRunning } from '#server/db/embedded/find-running';
import { isServerOf } from '#server/db/embedded/postmaster';
import { type Started, startScript } from '#tests/kit/process';

const SCRIPT = join(import.meta.dirname, 'engine-process.ts');
const isRoot = process.getuid?.() === 0;
/** "nobody", when we are root and can become somebody else; otherwise the tests run as whoever runs them. */
const ORDINARY = { uid: 65_534, gid: 65_534 };

let scratch = '';
const started: Started[] = [];

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'lectern-engine-'));
});
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  }
  for (const link of readdirSync(scratch, { recursive: true, withFileTypes: true })) {
    if (link.isSymbolicLink() && link.name === 'postgres')
      rmSync(realpathSync(join(link.parentPath, link.name)), { recursive: true });
  }
  rmSync(scratch, { recursive: true, force: true });
});

function start(dataDir: string, options = {}): Started {
  const process = startScript(SCRIPT, [dataDir], options);
  started.push(process);
  return process;
}
function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', '18', 'postmaster.pid'), 'utf8').split('\n')[0]);
}
async function untilGone(pid: number, cluster: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; isServerOf(pid, cluster); await wait(5)) {
    if (Date.now() > deadline) throw new Error('the server is still there');
  }
}

test('the first start makes a cluster, a later one finds it, and both end cleanly', async () => {
  const dataDir = join(scratch, 'data');
  for (let round = 1; round <= 2; round += 1) {
    const engine = start(dataDir);
    await engine.says(/ready/);
    await engine.kill('SIGTERM');
    expect(engine.output()).toContain('stopped');
    expect(findRunning(dataDir)).toBeNull();
  }
  expect(statSync(join(dataDir, 'secrets', 'postgres-password')).mode & 0o777).toBe(0o600);
});

test('a second start on the same data is refused with the pid and the address of the holder', async () => {
  const dataDir = join(scratch, 'data');
  const first = start(dataDir);
  await first.says(/ready/);
  const second = start(dataDir);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(
    `${dataDir} is in use: held by lectern pid ${first.child.pid} on http://localhost:1`,
  );
  expect(first.child.exitCode).toBeNull();
});

// Seen once: the slower one, still asking, is cut off while the faster one starts, and then says that instead of the name.
test('two starts at the same moment: one serves, the other is told who', { retry: 2 }, async () => {
  const dataDir = join(scratch, 'data');
  const both = [start(dataDir), start(dataDir)];
  const loser = await Promise.race(both.map((engine) => engine.ended.then(() => engine)));
  const winner = both.find((engine) => engine !== loser);
  await winner?.says(/ready/);
  expect(loser.output()).toContain(`held by lectern pid ${winner?.child.pid}`);
});

test('when our process is killed the server ends by itself, and the next start works', async () => {
  const dataDir = join(scratch, 'data');
  const killed = start(dataDir);
  await killed.says(/ready/);
  const pid = postmasterPid(dataDir);
  await killed.kill('SIGKILL');
  await untilGone(pid, join(dataDir, 'postgres', '18'));
  await start(dataDir).says(/ready/);
});

test('after both were killed the stale lock files do not stop the next start', async () => {
  const dataDir = join(scratch, 'data');
  const killed = start(dataDir);
  await killed.says(/ready/);
  const pid = postmasterPid(dataDir);
  process.kill(pid, 'SIGKILL');
  await killed.kill('SIGKILL');
  expect(existsSync(join(dataDir, 'postgres', '18', 'postmaster.pid'))).toBe(true);
  await start(dataDir).says(/ready/);
});

test('a server that dies is started again while we run', async () => {
  const dataDir = join(scratch, 'data');
  const engine = start(dataDir);
  await engine.says(/ready/);
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await engine.says(/state down[\s\S]*state ready/);
});

test('a data folder with a very long path works: the socket is not in it', async () => {
  const dataDir = join(scratch, 'a'.repeat(100), 'b'.repeat(60));
  await start(dataDir).says(/ready/);
  expect(Buffer.byteLength(dataDir)).toBeGreaterThan(107);
});

test('a data folder that cannot be written to is named, with what to do', async () => {
  const blocked = join(scratch, 'blocked');
  writeFileSync(blocked, 'a file where the folder should be');
  const engine = start(join(blocked, 'data'));
  expect(await engine.ended).toBe(1);
  expect(engine.output()).toMatch(
    /Lectern cannot write to its data folder .*Make it writable, or set DATA_DIR to another folder/,
  );
});

test.runIf(isRoot)(
  'as root the cluster belongs to an unprivileged user, also below a folder that only its owner may enter',
  async () => {
    const home = join(scratch, 'home');
    mkdirSync(home, { mode: 0o700 });
    const dataDir = join(home, 'data');
    await start(dataDir).says(/ready/);
    expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(true);
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
  },
);

test.runIf(isRoot)(
  'as an ordinary user everything simply works, in a home that only the user may enter',
  async () => {
    const home = join(scratch, 'home');
    mkdirSync(home, { mode: 0o700 });
    chownSync(scratch, ORDINARY.uid, ORDINARY.gid);
    chownSync(home, ORDINARY.uid, ORDINARY.gid);
    const engine = start(join(home, 'data'), { ...ORDINARY, env: { HOME: home, TMPDIR: home } });
    await engine.says(/ready/);
    expect(statSync(join(home, 'data', 'postgres')).uid).toBe(ORDINARY.uid);
  },
);
