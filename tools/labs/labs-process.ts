import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { LAB_ASSETS } from '#server/platform/judge/labs-built';
import { labsHash } from '../build-hash.ts';

/** Says of which sources the folder was made; written last. */
export const LABS_META = 'sources.json';

/** Whether what labs need is there, and was made of the present sources. */
export function areLabsBuilt(root: string): boolean {
  const meta = join(root, 'build', LAB_ASSETS, LABS_META);
  return existsSync(meta) && JSON.parse(readFileSync(meta, 'utf8')).sources === labsHash(root);
}

/** Builds what labs need in browsers and what players start from, unless it is there already. */
export function startLabsProcess(root: string): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'build-process.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/** The same beside something that somebody waits for: it takes little of what that needs, and may outlive it. */
export function buildLabsBeside(root: string): void {
  const child = startLabsProcess(root);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  child.unref();
}
