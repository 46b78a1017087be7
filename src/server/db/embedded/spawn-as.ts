import { type ChildProcess, spawn } from 'node:child_process';
import type { Identity } from './identity.ts';

const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Spawns with the server's user and nothing of our environment, as leader of a group of its own: Ctrl-C in a terminal
 * reaches us first, and we can finish our requests.
 */
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
