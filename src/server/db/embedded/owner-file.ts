import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PidFile, readPidFile } from './server-process.ts';
import { beat, isAmongOurs, isBeating, isOver, ownSign, type Sign } from './unseen/signs-of-life.ts';

/** Who started which database server. */
interface Ownership extends Sign {
  readonly server: string;
}

const fileIn = (dataDir: string) => join(dataDir, 'database-owner.json');
const nameOf = ({ pid, startedAt }: PidFile) => `${pid} ${startedAt}`;

/** Writes down that this process has started the server, for a moment in which that one can't be asked. */
export function writeOwner(dataDir: string, cluster: string): void {
  const file = fileIn(dataDir);
  const server = readPidFile(cluster);
  if (!server) return;
  const ownership: Ownership = { ...ownSign(), server: nameOf(server) };
  try {
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(ownership), { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // The disk is full. Nobody will know then, which is safe: such a server isn't stopped.
    for (const each of [`${file}.${process.pid}`, file]) rmSync(each, { force: true });
  }
}

/** Whether the process that started this server is certainly gone, or is ourselves. */
export function isOwnerGone(dataDir: string, cluster: string): boolean {
  const server = readPidFile(cluster);
  const owner = readOwner(dataDir);
  if (!server || owner?.server !== nameOf(server)) return false;
  return owner.pid === process.pid || isOver(owner);
}

/** Says that whoever started the server lives, to a process of another container that can't reach it. */
export const beatAsOwner = (dataDir: string): void => beat(fileIn(dataDir));

/** Whether a process of another container has started a server here and gives signs of life. Takes seconds only after one that did. */
export async function livesElsewhere(dataDir: string): Promise<boolean> {
  const owner = readOwner(dataDir);
  return owner !== null && !isAmongOurs(owner) && (await isBeating(fileIn(dataDir)));
}

function readOwner(dataDir: string): Ownership | null {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Ownership;
  } catch {
    return null;
  }
}
