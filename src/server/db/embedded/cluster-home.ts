import {
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeShared } from './binaries.ts';
import type { Identity } from './identity.ts';
import { isReachable, SHARED } from './reachable.ts';
import { fingerprint } from './socket-directory.ts';

/**
 * The folder of the clusters, without links in the path: `DATA_DIR/postgres`, or a link there to a folder that the
 * server's user can reach.
 */
export function clusterHome(dataDir: string, identity: Identity | null): string {
  const direct = join(dataDir, 'postgres');
  const broken = brokenLinkIn(dataDir);
  if (broken !== null) throw new Error(broken);
  const entry = lstatSync(direct, { throwIfNoEntry: false });
  if (entry) return realpathSync(direct);
  if (identity && !isReachable(dataDir, identity)) return makeElsewhere(dataDir, direct, identity);
  mkdirSync(direct, { recursive: true, mode: 0o700 });
  if (identity) chownSync(direct, identity.uid, identity.gid);
  return realpathSync(direct);
}

/** What is wrong, and what to do, where the folder of the clusters is a link to nothing; null where it isn't. */
export function brokenLinkIn(dataDir: string): string | null {
  const direct = join(dataDir, 'postgres');
  const isLink = lstatSync(direct, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink && !statSync(direct, { throwIfNoEntry: false })
    ? `${direct} links to a missing folder. Restore that folder, or remove the link to start with an empty database.`
    : null;
}

/** The name is new each time: a folder of a removed DATA_DIR of the same name may still be there. */
function makeElsewhere(dataDir: string, direct: string, identity: Identity): string {
  makeShared();
  const elsewhere = mkdtempSync(join(SHARED, `${fingerprint(dataDir)}-`));
  chownSync(elsewhere, identity.uid, identity.gid);
  try {
    symlinkSync(elsewhere, direct);
  } catch {
    // Another start was faster.
    rmdirSync(elsewhere);
  }
  return realpathSync(direct);
}
