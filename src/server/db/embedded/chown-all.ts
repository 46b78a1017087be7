import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from './identity.ts';

/** Gives a folder and everything in it to the user of the server. */
export function chownAll(folder: string, { gid, uid }: Identity): void {
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), uid, gid);
}
