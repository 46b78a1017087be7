import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { readMigrations } from '../../migrating/read-migrations.ts';
import { binariesVersion } from '../binaries.ts';
import { DATABASE_USER } from '../connection.ts';
import type { Identity } from '../identity.ts';
import { spawnAs } from '../spawn-as.ts';
import { type ClusterOrigin, originOf, unpackCluster, uploadsOf } from './cluster-archive.ts';
import { identifyCluster } from './identify-cluster.ts';

/** The sample courses, as folders. */
const CONTENT = join(import.meta.dirname, '../../../../..', 'content');

interface Place {
  /** Folder with the programs of the server. */
  readonly native: string;
  /** An empty folder of the server's user. */
  readonly directory: string;
  /** Folder for the files of what is in the database; made when there are any. */
  readonly uploads: string;
}

/** What the process that unpacks is told, and what it answers. */
export interface UnpackOrder extends Place {
  readonly file: string;
  readonly identity: Identity | null;
  readonly password: string;
}
export interface UnpackAnswer {
  readonly isMade: boolean;
  readonly error?: string;
}

/** What a cluster that is ready must have been made with. */
export async function presentOrigin(): Promise<ClusterOrigin> {
  const hash = createHash('sha256');
  for (const { name, sha256 } of await readMigrations()) hash.update(`${name} ${sha256}\n`);
  const samples = createHash('sha256');
  const entries = readdirSync(CONTENT, { recursive: true, withFileTypes: true });
  for (const path of entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort())
    samples.update(`${relative(CONTENT, path)}\n`).update(readFileSync(path));
  return {
    server: `${process.platform} ${process.arch} ${binariesVersion()}`,
    migrations: hash.digest('hex'),
    samples: samples.digest('hex'),
  };
}

/**
 * Makes a cluster from the one that the build has packed, with an identifier and a password of its own. Answers false where
 * that one doesn't fit. What it has written is on disk.
 */
export async function makeFromReady(order: UnpackOrder): Promise<boolean> {
  const { directory, file, identity, native, password, uploads } = order;
  const packed = readFileSync(file);
  const [wanted, origin] = [await presentOrigin(), originOf(packed)];
  if (!isDeepStrictEqual(origin, wanted)) return false;
  // Before the database, which names them.
  await writeUploads(packed, uploads);
  unpackCluster(packed, directory, identity);
  identifyCluster(directory);
  await setPassword({ directory, native }, identity, password);
  await run(identity, join(native, 'bin', 'initdb'), [
    '--sync-only',
    ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
    '-D',
    directory,
  ]);
  return true;
}

async function writeUploads(packed: Buffer, folder: string): Promise<void> {
  for (const [name, content] of uploadsOf(packed)) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, name), content, { mode: 0o600, flush: true });
  }
}

/** By the server alone, which nobody can reach: there is no moment in which another password counts. */
async function setPassword(
  { directory, native }: Pick<Place, 'directory' | 'native'>,
  identity: Identity | null,
  password: string,
) {
  const words = await run(
    identity,
    join(native, 'bin', 'postgres'),
    ['--single', '-F', '-D', directory, '-c', 'log_min_error_statement=panic', 'postgres'],
    `alter role ${DATABASE_USER} password '${password.replaceAll("'", "''")}'\n`,
  );
  if (/ERROR|FATAL|PANIC/.test(words)) throw new Error(words.trim());
}

/** Answers what the program said; throws when it failed. */
async function run(identity: Identity | null, program: string, args: readonly string[], input = '') {
  const child = spawnAs(identity, program, args, ['pipe', 'pipe', 'pipe']);
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const [errors] = await Promise.all([
    child.stderr && text(child.stderr),
    child.stdout && buffer(child.stdout),
  ]);
  const code = await ended;
  const words = errors ?? '';
  if (code !== 0) throw new Error(words.trim() || `${program} exited with ${code}`);
  return words;
}
