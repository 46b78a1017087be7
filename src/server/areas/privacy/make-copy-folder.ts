import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How the names of these folders begin. */
export const COPY_PREFIX = 'lectern-export-';

/** A folder for the large tables of one copy, which only we can read. */
export function makeCopyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), COPY_PREFIX));
}
