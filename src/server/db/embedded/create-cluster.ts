import { fork } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '#server/platform/log';
import { refuseOtherMajor } from './carry-over/refuse-other-major.ts';
import { DATABASE_USER } from './connection.ts';
import { syncDirectory } from './database-password.ts';
import type { Identity } from './identity.ts';
import type { Locations } from './locations.ts';
import type { UnpackAnswer, UnpackOrder } from './ready/make-from-ready.ts';
import { exists } from './server-process.ts';
import { spawnAs } from './spawn-as.ts';

/** A cluster that the build has packed, with all migrations. */
export interface ReadyCluster {
  readonly file: string;
  /** Folder of the files that are uploaded. */
  readonly uploads: string;
  readonly log: Log;
  readonly onWait?: (() => void) | undefined;
}

/** Makes the cluster unless it is there. It appears under its name only when it is complete. */
export async function createCluster(
  { cluster, home, native }: Locations,
  identity: Identity | null,
  password: string,
  ready: ReadyCluster | null = null,
): Promise<void> {
  // At every start: an initdb that outlives its start can put files back for a moment.
  removeUnfinished(home);
  refuseOtherMajor(home);
  if (existsSync(join(cluster, 'PG_VERSION'))) return;
  await makeCluster({ cluster, home, native }, identity, password, ready);
}

/** Makes an empty cluster, complete or not at all. */
export async function makeCluster(
  { cluster, home, native }: Pick<Locations, 'cluster' | 'home' | 'native'>,
  identity: Identity | null,
  password: string,
  ready: ReadyCluster | null = null,
): Promise<void> {
  const unfinished = join(home, `unfinished-${process.pid}`);
  const passwordFile = join(home, `password-${process.pid}`);
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (identity) for (const path of [unfinished, passwordFile]) chownSync(path, identity.uid, identity.gid);
  try {
    const isMade = ready !== null && (await fromReady(ready, { native, unfinished }, identity, password));
    if (!isMade) await initdb(native, unfinished, passwordFile, identity);
    renameSync(unfinished, cluster);
    syncDirectory(home);
  } catch (error) {
    // Another start was faster: its cluster counts.
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

/** A ready cluster saves time and is never needed: whatever is wrong with it, one is made without it. */
async function fromReady(
  { file, log, onWait, uploads }: ReadyCluster,
  { native, unfinished }: { readonly native: string; readonly unfinished: string },
  identity: Identity | null,
  password: string,
): Promise<boolean> {
  if (!existsSync(file)) return false;
  try {
    const unpacked = unpackInProcess({ file, native, directory: unfinished, uploads, identity, password });
    onWait?.();
    return await unpacked;
  } catch (error) {
    log.warn(
      { message: error instanceof Error ? error.message : String(error) },
      "couldn't use the database that the build has prepared",
    );
    for (const name of readdirSync(unfinished)) rmSync(join(unfinished, name), { recursive: true });
    return false;
  }
}

/** In a process of its own: what it takes is taken once in the life of a school, and goes back to the machine. */
async function unpackInProcess(order: UnpackOrder): Promise<boolean> {
  const script = fileURLToPath(new URL('./ready/unpack-process.ts', import.meta.url));
  // Compiled code is kept apart by what Node.js is started with: it doesn't replace ours, which is kept without compilers.
  const child = fork(script, { execArgv: ['--no-flush-bytecode'] });
  const { promise, reject, resolve } = Promise.withResolvers<boolean>();
  child.once('message', ({ error, isMade }: UnpackAnswer) => {
    if (error === undefined) resolve(isMade);
    else reject(new Error(error));
  });
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
  child.send(order);
  return promise;
}

/** What was begun by a process that was killed meanwhile; what belongs to another start of this moment stays. */
function removeUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = Number(/^(?:unfinished|password)-(\d+)$/.exec(name)?.[1] ?? 0);
    if (pid > 0 && (pid === process.pid || !exists(pid)))
      // A process that it started may still write there, so that the folder isn't empty at the first try.
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

async function initdb(
  native: string,
  directory: string,
  passwordFile: string,
  identity: Identity | null,
): Promise<void> {
  const args = ['-D', directory, '-U', DATABASE_USER, '--pwfile', passwordFile, '-A', 'scram-sha-256'];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '-E', 'UTF8', '-k'];
  const child = spawnAs(
    identity,
    join(native, 'bin', 'initdb'),
    [...args, ...locale],
    ['ignore', 'pipe', 'pipe'],
  );
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  child.stdout?.resume();
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  if (code !== 0)
    throw new Error(`Couldn't create the database: ${words.trim() || `initdb exited with ${code}`}`);
}
