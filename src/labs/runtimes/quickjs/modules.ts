import type { LabFiles } from '#domain/labs/lab-spec';

/** What a path means for a module: as it is, without `node:`, with an ending, or compiled from TypeScript. */
export function findModule(files: LabFiles, name: string): string | undefined {
  const compiled = name.replace(/\.(m?)ts$/, '.$1js');
  const names = [name, compiled, `${name}.js`, `${name}.mjs`, `${name}/index.js`];
  return names.find((path) => Object.hasOwn(files, path));
}

/** The path of what a page names; the folder of the lab is the root. */
export function resolveSource(page: string, name: string): string {
  if (name.startsWith('/')) return name.slice(1);
  return resolveModule(page, name.startsWith('.') ? name : `./${name}`);
}

/** The path of an import, from the file that has it. */
export function resolveModule(base: string, name: string): string {
  if (!name.startsWith('.')) return name.replace(/^node:/, '');
  const path = base.split('/').slice(0, -1);
  for (const part of name.split('/')) {
    if (part === '..') path.pop();
    else if (part !== '.') path.push(part);
  }
  return path.join('/');
}
