import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Folder of the build with what labs need in browsers. */
export const LAB_ASSETS = 'lab-assets';
const UNFINISHED = /^lab-assets\.(\d+)\.part$/;
const ASK_AGAIN_MS = 200;
/** Something new is in the folder every few seconds; after this time the number belongs to another process. */
const STUCK_MS = 3 * 60_000;

/** Where a process makes it, with its number in the name: it is being built as long as both are there. */
export const unfinishedLabs = (build: string, pid: number): string =>
  join(build, `${LAB_ASSETS}.${pid}.part`);

/** Folders in which labs are made, of processes that are gone if `isAlive` is false. */
export function labsInWork(build: string, isAlive: boolean): string[] {
  return (existsSync(build) ? readdirSync(build) : [])
    .filter((name) => {
      const pid = Number(UNFINISHED.exec(name)?.[1] ?? 0);
      return pid > 0 && (isRunning(pid) && isRecent(join(build, name))) === isAlive;
    })
    .map((name) => join(build, name));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isRecent(folder: string): boolean {
  const state = statSync(folder, { throwIfNoEntry: false });
  return state !== undefined && Date.now() - state.mtimeMs < STUCK_MS;
}

/** Waits for labs that are being built: the first `npm start` serves before it has made them. */
export async function labsBuilt(build: string): Promise<void> {
  while (labsInWork(build, true).length > 0) await wait(ASK_AGAIN_MS);
}
