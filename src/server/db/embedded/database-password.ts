import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { majorsOf } from './carry-over/refuse-other-major.ts';

const fileIn = (dataDir: string) => join(dataDir, 'secrets', 'postgres-password');

/** The password of the embedded server, made at the first start and readable by its owner only. */
export function databasePassword(dataDir: string): string {
  const missing = missingPasswordIn(dataDir);
  if (missing !== null) throw new Error(missing);
  return madePassword(dataDir);
}

/** What is wrong, and what to do, where there is a database, of whatever major version, without its password; null where it isn't so. */
export function missingPasswordIn(dataDir: string): string | null {
  const file = fileIn(dataDir);
  const home = join(dataDir, 'postgres');
  return !existsSync(file) && existsSync(home) && majorsOf(home).length > 0
    ? `${file} is missing, and the database can't be opened without it. Restore it from a copy of DATA_DIR.`
    : null;
}

/** The password that is there; null: none is. */
export function passwordIn(dataDir: string): string | null {
  const file = fileIn(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** The password of this data folder, made where there is none: for a server that is given it. */
export function madePassword(dataDir: string): string {
  const file = fileIn(dataDir);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writePassword(file);
  }
  return readFileSync(file, 'utf8').trim();
}

/** Appears complete or not at all, and survives a loss of power: the database cannot be opened without it. */
function writePassword(file: string): void {
  const unfinished = `${file}.${process.pid}`;
  const descriptor = openSync(unfinished, 'w', 0o600);
  writeSync(descriptor, `${randomBytes(24).toString('hex')}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    linkSync(unfinished, file);
  } catch (error) {
    // Another start was faster: its password counts.
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  syncDirectory(join(file, '..'));
}

/** Makes sure that a name in a folder survives a loss of power. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
