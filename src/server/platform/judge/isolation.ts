import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { IsolationLevel } from './judge.ts';

/** What a player is wrapped in, besides limits and Node.js's own permissions. */
export interface Isolation {
  readonly level: IsolationLevel;
  /** The words before the command; the command follows them. */
  readonly wrapper: readonly string[];
  /** Level C as root: the user that the process is started as. */
  readonly uid?: number;
}

const NOBODY = 65_534;
const ROOT_SPACES = ['unshare', '--net', '--ipc', '--mount', '--pid', '--fork', '--kill-child', '--'];
const ROOT_FEWER = ['unshare', '--net', '--ipc', '--'];
const DROP = [
  'setpriv',
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--bounding-set=-all',
  '--no-new-privs',
  '--',
];
const USER_SPACES =
  'unshare --user --map-root-user --mount --net --ipc --uts --pid --fork --kill-child --'.split(' ');

/** The strongest wrapper that this machine allows; each is tried, as containers and kernels differ. */
export function probeIsolation(hide: readonly string[], uid = process.getuid?.()): Isolation {
  // What is not there can't be covered, and needs no cover.
  const found = candidates(
    hide.filter((path) => existsSync(path)),
    uid,
  ).find(({ wrapper }) => runs(wrapper));
  return found ?? { level: 'C', wrapper: [], ...(uid === 0 ? { uid: NOBODY } : {}) };
}

function candidates(hide: readonly string[], uid: number | undefined): Isolation[] {
  if (uid === undefined) return [];
  if (uid === 0) {
    return [
      { level: 'B', wrapper: [...ROOT_SPACES, ...DROP] },
      { level: 'B', wrapper: [...ROOT_FEWER, ...DROP] },
    ];
  }
  // The data folder belongs to the very user that a player runs as, so it is covered by an empty one.
  const covers = hide.map((_, index) => `mount -t tmpfs -o size=1k none "$${index + 1}" && `).join('');
  const script = `${covers}shift ${hide.length} && exec setpriv --bounding-set -all --no-new-privs -- "$@"`;
  return [{ level: 'A', wrapper: [...USER_SPACES, 'sh', '-c', script, 'sh', ...hide] }];
}

function runs(wrapper: readonly string[]): boolean {
  const [program = '', ...args] = [...wrapper, 'true'];
  return spawnSync(program, args, { stdio: 'ignore', timeout: 5000 }).status === 0;
}
