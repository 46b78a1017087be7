import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from './identity.ts';
import type { Locations } from './locations.ts';
import { spawnAs } from './postmaster.ts';

export const DATABASE_USER = 'lectern';

/** The password of the embedded server, made at the first start and readable by its owner only. */
export function databasePassword(dataDir: string): string {
  const secrets = join(dataDir, 'secrets');
  const file = join(secrets, 'postgres-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(secrets, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another start was faster: its password counts.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** Makes the cluster unless it is there. It appears under its name only when it is complete. */
export async function createCluster(
  { cluster, home, native }: Locations,
  identity: Identity | null,
  password: string,
): Promise<boolean> {
  if (existsSync(join(cluster, 'PG_VERSION'))) return false;
  const unfinished = join(home, `unfinished-${process.pid}`);
  const passwordFile = join(home, `password-${process.pid}`);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (identity) for (const path of [unfinished, passwordFile]) chownSync(path, identity.uid, identity.gid);
  try {
    await initdb(native, unfinished, passwordFile, identity);
    renameSync(unfinished, cluster);
    return true;
  } catch (error) {
    if (existsSync(join(cluster, 'PG_VERSION'))) return false;
    throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

async function initdb(
  native: string,
  directory: string,
  passwordFile: string,
  identity: Identity | null,
): Promise<void> {
  const args = ['-D', directory, '-U', DATABASE_USER, '--pwfile', passwordFile, '-A', 'scram-sha-256'];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '-E', 'UTF8', '-k'];
  const child = spawnAs(
    identity,
    join(native, 'bin', 'initdb'),
    [...args, ...locale],
    ['ignore', 'pipe', 'pipe'],
  );
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  child.stdout?.resume();
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  if (code !== 0)
    throw new Error(`The database could not be created: ${words.trim() || `initdb ended with ${code}`}`);
}
