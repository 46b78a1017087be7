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
import pg from 'pg';
import { majorsOf } from './carry-over/refuse-other-major.ts';

const fileIn = (dataDir: string) => join(dataDir, 'secrets', 'postgres-password');

/** The password of the embedded server, made at the first start and readable by its owner only. */
export function databasePassword(dataDir: string): string {
  const missing = missingPasswordIn(dataDir);
  if (missing !== null) throw new Error(missing);
  return passwordIn(dataDir) ?? keepPassword(dataDir, newPassword());
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

export const newPassword = (): string => randomBytes(24).toString('hex');

/** Puts a password where there is none. Answers the one that is there then. */
export function keepPassword(dataDir: string, password: string): string {
  const file = fileIn(dataDir);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writePassword(file, password);
  return readFileSync(file, 'utf8').trim();
}

/** What to do about a database that doesn't take the password of this data folder; any other error as it is. */
export function explainRefusal(dataDir: string, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== '28P01') return error;
  return new Error(
    `${fileIn(dataDir)} has the password of another database than the one in ${join(dataDir, 'postgres')}. Restore it from a copy of DATA_DIR that was made together with that database.`,
    { cause: error },
  );
}

/** Appears complete or not at all, and survives a loss of power: the database cannot be opened without it. */
function writePassword(file: string, password: string): void {
  const unfinished = `${file}.${process.pid}`;
  const descriptor = openSync(unfinished, 'w', 0o600);
  writeSync(descriptor, `${password}\n`);
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
