/**
 * Makes the data directory that every lab in SQL begins with, unless it is there. Initializing one takes 3 s and 700 MB;
 * starting from one takes a tenth of it. Run as a program, it is made in a process of its own.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { clusterFile } from '#labs/player/sql-cluster';

const root = join(import.meta.dirname, '..', '..');

/** Where it lies. Throws when it could not be made. */
export function makeCluster(): string {
  const path = clusterFile(root);
  if (existsSync(path)) return path;
  const { status, stderr } = spawnSync(process.execPath, [import.meta.filename], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The cluster of labs in SQL could not be made: ${stderr}`);
  return path;
}

async function make(path: string): Promise<void> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { CLUSTER_RECIPE, startParams } = await import('#labs/runtimes/sql/recipe');
  const { initialize, settings, statements } = CLUSTER_RECIPE;
  const server = await PGlite.create({
    initDbStartParams: [...initialize],
    startParams: startParams(settings),
  });
  for (const statement of statements) await server.exec(statement);
  const tar = await server.dumpDataDir('none');
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const unfinished = `${path}.${process.pid}.part`;
  writeFileSync(unfinished, Buffer.from(await tar.arrayBuffer()));
  renameSync(unfinished, path);
  for (const name of readdirSync(folder))
    if (/^sql-cluster-\w+\.tar$/.test(name) && name !== basename(path)) rmSync(join(folder, name));
}

if (import.meta.main) {
  await make(clusterFile(root));
  // The server that was started would keep the process alive.
  process.exit(0);
}
