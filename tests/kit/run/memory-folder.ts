import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = 'lectern-tests-';
/** A whole run takes a tenth of it. */
const ENOUGH_BYTES = 3_000_000_000;

/**
 * Has everything temporary of this run, databases first, in memory where a machine has enough of it: creating and
 * removing the thousand files of a database there costs a quarter of what it costs on a disk. Answers what ends it.
 */
export function keepTemporaryInMemory(): () => void {
  if (!hasMemory()) return () => undefined;
  removeAbandoned();
  const folder = mkdtempSync(join(MEMORY, `${NAME}${process.pid}-`));
  if (!runsPrograms(folder)) {
    rmSync(folder, { recursive: true });
    return () => undefined;
  }
  // Servers of databases run as another user when root runs the tests.
  chmodSync(folder, 0o711);
  const before = process.env.TMPDIR;
  // Where what outlives the run stays.
  process.env.DISK_TMPDIR = tmpdir();
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** Containers often mount it so that nothing in it can be run, and tests write programs. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program, { force: true });
  }
}

/** What runs have left that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY)) {
    if (!name.startsWith(NAME) || existsSync(join('/proc', name.slice(NAME.length).split('-')[0] ?? '')))
      continue;
    rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
