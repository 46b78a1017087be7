import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLITELY_MS = 10_000;
/** Place of the start time behind the state of a process. */
const STARTED = 19;

/** What a server writes of itself into its folder. */
export interface PidFile {
  readonly pid: number;
  /** When it started, by its own clock. */
  readonly startedAt: string;
  readonly socketDirectory: string;
  readonly isReady: boolean;
}

export function readPidFile(cluster: string): PidFile | null {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return null;
  return {
    pid,
    startedAt: lines[2] ?? '',
    socketDirectory: lines[4] ?? '',
    isReady: lines[7]?.trim() === 'ready',
  };
}

/** Whether a pid is a living server of this very cluster: a zombie or a stranger with the same number is not. */
export function isServerOf(pid: number, cluster: string): boolean {
  return isAliveWith(pid, cluster);
}

/** Whether a pid is a living server, of whatever cluster, with its socket in this folder. */
export function isServerAt(pid: number, socketDirectory: string): boolean {
  return isAliveWith(pid, `unix_socket_directories=${socketDirectory}`);
}

function isAliveWith(pid: number, argument: string): boolean {
  if (!exists(pid)) return false;
  try {
    if (!hasProc()) return isAliveBySystem(pid, argument);
    return (
      statOf(pid)[0] !== 'Z' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(argument)
    );
  } catch {
    return false;
  }
}

/** There is no /proc on macOS. */
const hasProc = () => existsSync('/proc/self/stat');

/** What the system says of a process, from its state on. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function isAliveBySystem(pid: number, argument: string): boolean {
  const words = askSystem(pid, 'stat=,command=');
  return !/^\s*Z/.test(words) && words.includes(argument);
}

function askSystem(pid: number, columns: string): string {
  return spawnSync('ps', ['-ww', '-o', columns, '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

/** When a living process started, in words of the system; null when there is none. Tells it from a later one of its number. */
export function startOf(pid: number): string | null {
  try {
    if (!hasProc()) return askSystem(pid, 'lstart=').trim() || null;
    const stat = statOf(pid);
    return stat[0] === 'Z' ? null : (stat[STARTED] ?? null);
  } catch {
    return null;
  }
}

/** Whether the system knows a process of this number, of any user, dead or alive. */
export function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Asks a server to stop quickly but cleanly; after ten seconds, at once (it recovers at the next start). */
export async function stopProcess(pid: number, isOver: () => boolean): Promise<void> {
  send(pid, 'SIGINT');
  const deadline = Date.now() + POLITELY_MS;
  for (let asked = false; !isOver(); await wait(5)) {
    if (asked || Date.now() < deadline) continue;
    send(pid, 'SIGQUIT');
    asked = true;
  }
}

/** Ends a process that may do nothing more. */
export const killProcess = (pid: number): void => send(pid, 'SIGKILL');

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has ended already; but a server of another user would never end by our asking.
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') throw error;
  }
}
