import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLITELY_MS = 10_000;

/** What a server writes of itself into its folder. */
export interface PidFile {
  readonly pid: number;
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
  return { pid, socketDirectory: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' };
}

/** Whether a pid is a living server of this very cluster: a zombie or a stranger with the same number is not. */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!exists(pid)) return false;
  try {
    if (!existsSync('/proc/self/stat')) return isServerBySystem(pid, cluster);
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const state = stat.charAt(stat.lastIndexOf(')') + 2);
    return state !== 'Z' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
  } catch {
    return false;
  }
}

/** Where there is no /proc, as on macOS. */
function isServerBySystem(pid: number, cluster: string): boolean {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  return !/^\s*Z/.test(stdout) && stdout.includes(cluster);
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

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has ended already; but a server of another user would never end by our asking.
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') throw error;
  }
}
