import { readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the data of a server that has ended, also the cluster that one of root keeps elsewhere. */
export function removeDataDir(dataDir: string): void {
  const cluster = clusterOf(dataDir);
  if (cluster) rmSync(cluster, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

function clusterOf(dataDir: string): string | undefined {
  try {
    return readlinkSync(join(dataDir, 'postgres'));
  } catch {
    // No link: the cluster, if there is one, is in the folder.
    return undefined;
  }
}
