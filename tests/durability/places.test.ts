import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { findRunning } from '#server/db/embedded/find-running';
import { serverIdentity } from '#server/db/embedded/identity';
import { locate } from '#server/db/embedded/locations';
import { connectPatiently, takeOwnership } from '#server/db/embedded/owner';
import { startPostmaster } from '#server/db/embedded/postmaster';
import { openSocketDirectory } from '#server/db/embedded/socket-directory';
import { clusterOf, hasProc, isRoot, ORDINARY, test } from './engines.ts';

const REFUSED =
  /Lectern can't write to its data folder .*Make it writable, or set DATA_DIR to another folder/;

/** A home that only its user may enter. */
function makeHome(scratch: string, owner?: { uid: number; gid: number }): string {
  const home = join(scratch, 'home');
  mkdirSync(home, { mode: 0o700 });
  if (owner) chownSync(home, owner.uid, owner.gid);
  return home;
}

test('a data folder with a very long path works: the socket is not in it, nor where a logout removes it', async ({
  scratch,
  start,
}) => {
  const user = isRoot ? ORDINARY : undefined;
  const home = makeHome(scratch, user);
  const runtime = join(home, 'runtime');
  mkdirSync(runtime);
  const dataDir = join(home, 'a'.repeat(100), 'b'.repeat(60));
  await start(dataDir, { ...user, env: { HOME: home, TMPDIR: home, XDG_RUNTIME_DIR: runtime } }).says(
    /ready/,
  );
  expect(Buffer.byteLength(dataDir)).toBeGreaterThan(107);
  const host = (await findRunning(dataDir))?.host ?? '';
  expect(dirname(host)).toBe(home);
  expect(statSync(join(host, '.s.PGSQL.5432')).isSocket()).toBe(true);
});

test.runIf(hasProc)(
  'where the socket cannot be in the data folder, a process of another container is known by its signs of life',
  async ({ scratch, start }) => {
    const user = isRoot ? ORDINARY : undefined;
    const home = makeHome(scratch, user);
    const dataDir = join(home, 'a'.repeat(100), 'b'.repeat(60));
    const environments = ['one', 'other'].map((name) => {
      const folder = join(home, name);
      mkdirSync(folder);
      if (user) chownSync(folder, user.uid, user.gid);
      return { ...user, env: { HOME: home, TMPDIR: folder } };
    });
    const first = start(dataDir, environments[0]);
    await first.says(/ready/);
    // As the other container sees it: the numbers mean nothing, and the folder of the socket isn't there.
    const pidFile = join(clusterOf(dataDir), 'postmaster.pid');
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    lines[0] = '4000001';
    lines[4] = join(home, 'unseen', 'lectern-of-another');
    writeFileSync(pidFile, lines.join('\n'));
    const ownerFile = join(dataDir, 'database-owner.json');
    const owner = JSON.parse(readFileSync(ownerFile, 'utf8'));
    writeFileSync(ownerFile, JSON.stringify({ ...owner, namespace: 'pid:[1]' }));
    const second = start(dataDir, environments[1]);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('is in use by a process of another container');
  },
);

test('a file in the place of the data folder is named, with what to do', async ({ scratch, start }) => {
  const blocked = join(scratch, 'blocked');
  writeFileSync(blocked, 'a file where the folder should be');
  const engine = start(join(blocked, 'data'));
  expect(await engine.ended).toBe(1);
  expect(engine.output()).toMatch(REFUSED);
});

test('the socket is in the data folder, whatever folders for temporary files a process has', async ({
  scratch,
  start,
}) => {
  const dataDir = join(scratch, 'data');
  const runtime = join(scratch, 'r');
  mkdirSync(runtime, { mode: 0o711 });
  await start(dataDir, { env: { TMPDIR: runtime, XDG_RUNTIME_DIR: runtime } }).says(/ready/);
  const host = (await findRunning(dataDir))?.host ?? '';
  expect(host).toBe(join(dataDir, 'postgres', 'run'));
  expect(statSync(host).mode & 0o777).toBe(0o700);
  expect(statSync(join(host, '.s.PGSQL.5432')).isSocket()).toBe(true);
});

test('a server of the version before, with its socket elsewhere, is found, respected, and stopped in order', async ({
  dataDir,
  scratch,
  start,
}) => {
  const identity = serverIdentity(dataDir);
  const socketDirectory = join(scratch, 'run');
  openSocketDirectory(socketDirectory, identity);
  const before = await startPostmaster({ ...locate(dataDir, identity), socketDirectory }, identity, () => {});
  const connection = await findRunning(dataDir);
  if (!connection) throw new Error('the server is not found');
  expect(connection.host).toBe(socketDirectory);
  const owner = await connectPatiently(connection, 'lectern pid 1 on http://localhost:2');
  await takeOwnership(owner, dataDir);
  const refused = start(dataDir);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain('in use by lectern pid 1 on http://localhost:2');
  expect(before.hasEnded()).toBe(false);
  await owner.end();
  await start(dataDir).says(/ready/);
  expect(await before.ended).toBe(0);
  expect((await findRunning(dataDir))?.host).toBe(join(dataDir, 'postgres', 'run'));
});

test('a read-only data folder is named, and nothing in it is changed', async ({ scratch, start }) => {
  // Nothing is read-only to root.
  const user = isRoot ? ORDINARY : undefined;
  const home = makeHome(scratch, user);
  const dataDir = join(home, 'data');
  const startHere = () => start(dataDir, { ...user, env: { HOME: home, TMPDIR: home } });
  const first = startHere();
  await first.says(/ready/);
  await first.kill('SIGTERM');
  const before = readdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o500);
  const refused = startHere();
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toMatch(REFUSED);
  expect(readdirSync(dataDir, { recursive: true })).toEqual(before);
  chmodSync(dataDir, 0o700);
  await startHere().says(/ready/);
});

test.runIf(isRoot)(
  'as an ordinary user everything simply works, in a home that only the user may enter',
  async ({ scratch, start }) => {
    const home = makeHome(scratch, ORDINARY);
    await start(join(home, 'data'), { ...ORDINARY, env: { HOME: home, TMPDIR: home } }).says(/ready/);
    expect(statSync(join(home, 'data', 'postgres')).uid).toBe(ORDINARY.uid);
  },
);

test.runIf(isRoot)(
  'root goes on with what an ordinary user has begun, as that user',
  async ({ scratch, start }) => {
    const home = makeHome(scratch, ORDINARY);
    chmodSync(home, 0o711);
    const dataDir = join(home, 'data');
    const first = start(dataDir, { ...ORDINARY, env: { HOME: home, TMPDIR: home } });
    await first.says(/ready/);
    await first.kill('SIGTERM');
    await start(dataDir).says(/ready/);
    expect(statSync(join(dataDir, 'postgres', '18', 'postmaster.pid')).uid).toBe(ORDINARY.uid);
  },
);

test.runIf(isRoot)(
  'as root below a closed home the cluster is elsewhere, and a new folder of that name begins anew',
  async ({ scratch, start }) => {
    const dataDir = join(makeHome(scratch), 'data');
    const first = start(dataDir);
    await first.says(/ready/);
    const link = join(dataDir, 'postgres');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(statSync(link).uid).not.toBe(0);
    await first.kill('SIGTERM');
    const elsewhere = readlinkSync(link);
    rmSync(dataDir, { recursive: true });
    try {
      await start(dataDir).says(/ready/);
      expect(readlinkSync(link)).not.toBe(elsewhere);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  },
);

test.runIf(isRoot)(
  'a link to a cluster that is gone is named, and nothing is made in its place',
  async ({ scratch, start }) => {
    const dataDir = join(makeHome(scratch), 'data');
    const first = start(dataDir);
    await first.says(/ready/);
    await first.kill('SIGTERM');
    rmSync(readlinkSync(join(dataDir, 'postgres')), { recursive: true });
    const refused = start(dataDir);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(`${join(dataDir, 'postgres')} links to a missing folder`);
    rmSync(join(dataDir, 'postgres'));
  },
);

test.runIf(isRoot)('a strict umask of root does not shut the server out', async ({ scratch, start }) => {
  const dataDir = join(scratch, 'data');
  const before = process.umask(0o077);
  try {
    await start(dataDir).says(/ready/);
  } finally {
    process.umask(before);
  }
  expect(lstatSync(join(dataDir, 'postgres')).isDirectory()).toBe(true);
});
