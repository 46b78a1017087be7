import { join } from 'node:path';
import { reachableBinaries } from './binaries.ts';
import { clusterHome } from './cluster-home.ts';
import type { Identity } from './identity.ts';
import { makeSocketDirectory } from './socket-directory.ts';

/** Where everything of one embedded server is. */
export interface Locations {
  /** Folder with `bin/postgres` and `bin/initdb`. */
  readonly native: string;
  /** Folder of the clusters, without links in the path. */
  readonly home: string;
  /** The cluster of this major version. */
  readonly cluster: string;
  readonly socketDirectory: string;
}

/** Of the embedded server; a cluster of another one is left alone. */
export const MAJOR_VERSION = '18';

/** Finds every place of a data folder's server, and makes what is not there yet. */
export function locate(dataDir: string, identity: Identity | null): Locations {
  const home = clusterHome(dataDir, identity);
  const socketDirectory = makeSocketDirectory(dataDir, home, identity);
  return { native: reachableBinaries(identity), home, cluster: join(home, MAJOR_VERSION), socketDirectory };
}
