import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HeldError } from '../owner.ts';
import { beat, isAmongOurs, isBeating, isOver, ownSign, type Sign } from './signs-of-life.ts';

/** Whoever has the turn, as the file says. */
interface Holder extends Sign {
  readonly name: string;
}

const PATIENCE_MS = 10_000;
const BEAT_MS = 500;
/** Within this, another process that found the same dead holder has put its own file there, too. */
const SETTLED_AFTER_MS = 250;

/** Who took over and has finished meanwhile. */
const LATER = 'a process that has started its database meanwhile';

/** Ours, until another process takes it over from us: it takes one that stands still for seconds for dead. */
export interface StartTurn {
  readonly isLost: () => boolean;
  /** Throws a HeldError where it is lost: whoever has it may be serving by now. */
  readonly refuseLost: () => void;
}

const fileIn = (dataDir: string) => join(dataDir, 'database-start.json');

/**
 * Does this work while no other process makes, starts or replaces a database server of this data folder, in whatever container:
 * the locks of PostgreSQL tell only processes that see each other apart. Throws a HeldError that names who is still at it after ten
 * seconds.
 */
export async function inStartTurn<Result>(
  dataDir: string,
  name: string,
  work: (turn: StartTurn) => Promise<Result>,
  patienceMs = PATIENCE_MS,
): Promise<Result> {
  const file = fileIn(dataDir);
  const own = JSON.stringify({ ...ownSign(), name, token: randomUUID() });
  const taken = await takeTurn(dataDir, own, Date.now() + patienceMs);
  const isLost = () => read(file) !== (taken === 'ours' ? own : null);
  // The signs of life of whoever took over are theirs to give.
  const timer = setInterval(() => isLost() || beat(file), BEAT_MS);
  timer.unref();
  const release = () => {
    if (read(file) === own) rmSync(file, { force: true });
  };
  process.once('exit', release);
  try {
    return await work({ isLost, refuseLost: () => refuseLost(dataDir, isLost) });
  } finally {
    clearInterval(timer);
    process.off('exit', release);
    release();
  }
}

function refuseLost(dataDir: string, isLost: () => boolean): void {
  if (isLost()) throw new HeldError(dataDir, holderIn(read(fileIn(dataDir)))?.name ?? LATER);
}

async function takeTurn(dataDir: string, own: string, deadline: number): Promise<'ours' | 'no-room'> {
  const file = fileIn(dataDir);
  for (let isContested = false; ; await wait(50)) {
    const claimed = claim(file, own);
    if (claimed === 'ours' && isContested) await wait(SETTLED_AFTER_MS);
    if (claimed === 'no-room') return claimed;
    const text = read(file);
    if (text === own) return 'ours';
    if (text === null) continue;
    const holder = holderIn(text);
    if (await isDead(file, holder)) {
      isContested = true;
      if (read(file) === text) rmSync(file, { force: true });
    } else if (Date.now() > deadline)
      throw new HeldError(dataDir, holder?.name ?? 'a process that is starting it');
  }
}

/** A disk without room for a file says nothing about others, and may not keep the server of a school from starting again. */
function claim(file: string, own: string): 'ours' | 'theirs' | 'no-room' {
  try {
    writeFileSync(file, own, { flag: 'wx', mode: 0o600 });
    return 'ours';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return 'theirs';
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    rmSync(file, { force: true });
    return 'no-room';
  }
}

/** One that can't be read is known by its signs of life alone: it is just being written, or that of another user. */
async function isDead(file: string, holder: Holder | null): Promise<boolean> {
  return holder && isAmongOurs(holder) ? isOver(holder) : !(await isBeating(file));
}

/** Null: there is none. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : '';
  }
}

function holderIn(text: string | null): Holder | null {
  try {
    return JSON.parse(text ?? '') as Holder;
  } catch {
    return null;
  }
}
