import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverIdentity } from '#server/db/embedded/identity';
import { makeSocketDirectory } from '#server/db/embedded/socket-directory';

/** A folder for data folders that a server's user can pass, also when root runs the tests. */
export function makeScratch(name: string): string {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), `lectern-${name}-`)));
  chmodSync(scratch, 0o711);
  return scratch;
}

/** Removes it with everything that data folders in it have elsewhere: clusters behind a link, folders of sockets. */
export function removeScratch(scratch: string): void {
  for (const entry of readdirSync(scratch, { recursive: true, withFileTypes: true })) {
    if (entry.name !== 'postgres') continue;
    const home = realpathSync(join(entry.parentPath, entry.name));
    rmSync(makeSocketDirectory(entry.parentPath, home, serverIdentity()), { recursive: true });
    if (entry.isSymbolicLink()) rmSync(home, { recursive: true });
  }
  rmSync(scratch, { recursive: true, force: true });
}
