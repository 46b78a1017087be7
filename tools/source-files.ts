import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** Paths, from the root, of all files that are in the repository or about to be. */
export function repositoryFiles(): string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  return list.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

/** The TypeScript files that the product is made of, without what is generated and what learners get to work on. */
export function sourceFiles(): string[] {
  return repositoryFiles().filter(
    (path) => /\.tsx?$/.test(path) && !GENERATED.has(path) && !path.startsWith('content/'),
  );
}

export function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

const GENERATED = new Set([
  'src/server/db/types.ts',
  'src/web/early-route-tree.gen.ts',
  'src/web/route-tree.gen.ts',
]);
