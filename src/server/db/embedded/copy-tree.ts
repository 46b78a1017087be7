import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Copies a folder for its owner only, also while files in it come and go; `keeps` decides by the path below the folder. */
export function copyTree(
  from: string,
  to: string,
  keeps: (path: string) => boolean = () => true,
  at = '',
): void {
  mkdirSync(join(to, at), { mode: 0o700 });
  for (const entry of readdirSync(join(from, at), { withFileTypes: true })) {
    const path = join(at, entry.name);
    if (!keeps(path)) continue;
    try {
      if (entry.isDirectory()) copyTree(from, to, keeps, path);
      else if (entry.isFile()) copyFileSync(join(from, path), join(to, path));
    } catch (error) {
      // Dropped meanwhile: the log says so, too.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}
