import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const MODULES = join(import.meta.dirname, '..', '..', '..', 'build', 'client', '.vite', 'modules.json');

/** The script of the built app that a source file is part of, such as `assets/Abc.js`. */
export function scriptOf(source: string): string {
  const scripts: Record<string, readonly string[]> = JSON.parse(readFileSync(MODULES, 'utf8'));
  const found = Object.entries(scripts).find(([, modules]) => modules.includes(source));
  if (!found) throw new Error(`no script has ${source}`);
  return found[0];
}
