import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Identity } from './identity.ts';
import type { Locations } from './locations.ts';

const SETTINGS = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'shared_buffers=64MB',
  'max_connections=60',
  'io_method=sync',
  'wal_level=replica',
  'log_min_duration_statement=500',
  'log_line_prefix=',
];

/**
 * The shell holds a pipe to us: when we end in whatever way, it reads the end of the file and stops the server. It is
 * the leader of a group of its own, so that Ctrl-C in a terminal reaches us first and we can finish our requests.
 */
const GUARD =
  '"$@" & server=$!; (read -r _ <&3; kill -INT "$server" 2>/dev/null) & wait "$server"; code=$?; kill $! 2>/dev/null; exit "$code"';

export interface Postmaster {
  readonly pid: number;
  readonly ended: Promise<number>;
  /** Lets sessions be cut and writes a checkpoint; after ten seconds without an end, at once. */
  stop(): Promise<void>;
}

const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Spawns with the server's user and nothing of our environment. */
export function spawnAs(
  identity: Identity | null,
  command: string,
  args: readonly string[],
  stdio: ('ignore' | 'pipe')[],
): ChildProcess {
  return spawn(command, args, {
    cwd: '/',
    env: environment,
    detached: true,
    stdio,
    ...(identity && { uid: identity.uid, gid: identity.gid }),
  });
}

/** Starts the server and waits until it accepts connections. Rejects with its last words when it ends before. */
export async function startPostmaster(
  locations: Locations,
  identity: Identity | null,
  onLog: (line: string) => void,
  extraSettings: readonly string[] = [],
): Promise<Postmaster> {
  const { cluster, native, socketDirectory } = locations;
  const settings = [...SETTINGS, ...extraSettings, `unix_socket_directories=${socketDirectory}`].flatMap(
    (setting) => ['-c', setting],
  );
  const args = ['-c', GUARD, 'sh', join(native, 'bin', 'postgres'), '-D', cluster, ...settings];
  const child = spawnAs(identity, '/bin/sh', args, ['ignore', 'ignore', 'pipe', 'pipe']);
  const words: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) {
      if (line.trim() === '') continue;
      words.push(line);
      if (words.length > 20) words.shift();
      onLog(line);
    }
  });
  let over = false;
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      over = true;
      resolve(code ?? 1);
    });
  });
  ended.catch(() => {
    over = true;
  });
  const deadline = Date.now() + 60_000;
  while (!isReady(cluster)) {
    if (over) throw new Error(`PostgreSQL did not start: ${words.join(' ') || 'it said nothing'}`);
    if (Date.now() > deadline) throw new Error('PostgreSQL was not ready after 60 seconds');
    await wait(5);
  }
  const pid = readPid(cluster);
  if (pid === null) throw new Error('PostgreSQL ended right after its start');
  return { pid, ended, stop: () => stopProcess(pid, () => over) };
}

/** Asks a server to stop quickly but cleanly; after ten seconds, at once (it recovers at the next start). */
export async function stopProcess(pid: number, isOver: () => boolean): Promise<void> {
  signal(pid, 'SIGINT');
  const deadline = Date.now() + 10_000;
  while (!isOver()) {
    if (Date.now() > deadline) signal(pid, 'SIGQUIT');
    await wait(5);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}

function pidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

function isReady(cluster: string): boolean {
  return pidFile(cluster)[7]?.trim() === 'ready';
}

export function readPid(cluster: string): number | null {
  const pid = Number(pidFile(cluster)[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}

/** Whether a pid is a living server of this very cluster: a zombie or a stranger with the same number is not. */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!existsSync('/proc/self/stat')) return isAlive(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    return state !== 'Z' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Removes the lock files of a server that is no more; it would refuse to start over them in a container. */
export function removeStaleLocks({ cluster, socketDirectory }: Locations): void {
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  rmSync(join(socketDirectory, '.s.PGSQL.5432.lock'), { force: true });
  rmSync(join(socketDirectory, '.s.PGSQL.5432'), { force: true });
}
