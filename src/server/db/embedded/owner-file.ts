import { readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type PidFile, readPidFile, startOf } from './server-process.ts';

/** Who started which database server. */
interface Ownership {
  readonly pid: number;
  readonly startedAt: string | null;
  readonly server: string;
  /** Within what its number means something: another in every container. Null where the system has none. */
  readonly namespace: string | null;
}

/** Longer than between two signs of life. */
const SILENT_MS = 6000;

const fileIn = (dataDir: string) => join(dataDir, 'database-owner.json');
const nameOf = ({ pid, startedAt }: PidFile) => `${pid} ${startedAt}`;

/** Writes down that this process has started the server, for a moment in which that one can't be asked. */
export function writeOwner(dataDir: string, cluster: string): void {
  const file = fileIn(dataDir);
  const server = readPidFile(cluster);
  if (!server) return;
  const ownership: Ownership = {
    pid: process.pid,
    startedAt: startOf(process.pid),
    server: nameOf(server),
    namespace: ownNamespace(),
  };
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
  return owner.pid === process.pid || startOf(owner.pid) !== owner.startedAt;
}

/** Says that whoever started the server lives, to a process of another container that can't reach it. */
export function beat(dataDir: string): void {
  const now = new Date();
  try {
    utimesSync(fileIn(dataDir), now, now);
  } catch {
    // There is none: its server is ending, or the disk was full.
  }
}

/** Whether a process of another container has started a server here and gives signs of life. Takes seconds only after one that did. */
export async function livesElsewhere(dataDir: string): Promise<boolean> {
  if ((readOwner(dataDir)?.namespace ?? ownNamespace()) === ownNamespace()) return false;
  const last = lastBeat(dataDir);
  for (const deadline = Date.now() + SILENT_MS; Date.now() < deadline; await wait(200))
    if (lastBeat(dataDir) !== last) return true;
  return false;
}

const lastBeat = (dataDir: string) => statSync(fileIn(dataDir), { throwIfNoEntry: false })?.mtimeMs;

function ownNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

function readOwner(dataDir: string): Ownership | null {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Ownership;
  } catch {
    return null;
  }
}
