import { parser } from '@lezer/javascript';
import type { LabFiles } from '#domain/labs/lab-spec';
import { findModule, resolveModule } from '#labs/runtimes/quickjs/modules';

const SCRIPT_TYPES: ReadonlySet<string> = new Set([
  '',
  'module',
  'text/javascript',
  'application/javascript',
]);
/** What modules are called in a page that has no addresses. */
const PREFIX = 'lab/';

/**
 * A page with all that it names in it, for a frame without a network. Scripts run in their order once the page has been
 * read, as they do where it is checked.
 */
export function buildPage(files: LabFiles, page: string): string {
  const found = new DOMParser().parseFromString(files[page] ?? '', 'text/html');
  for (const script of found.querySelectorAll('script')) placeScript(script, files, page);
  for (const link of found.querySelectorAll('link[rel~="stylesheet"]')) placeStyles(link, files, page);
  found.head.prepend(importMap(found, files));
  return `<!doctype html>\n${found.documentElement.outerHTML}`;
}

function placeScript(script: HTMLScriptElement, files: LabFiles, page: string): void {
  const type = (script.getAttribute('type') ?? '').toLowerCase();
  if (!SCRIPT_TYPES.has(type)) return;
  const src = script.getAttribute('src');
  const path = src === null ? page : findModule(files, neighbor(page, src));
  if (path === undefined) return;
  const code = src === null ? script.text : (files[path] ?? '');
  const isModule = type === 'module';
  script.text = '';
  script.setAttribute('src', dataOf(isModule ? renamed(code, files, path) : code));
  script.defer = !isModule;
  script.async = false;
}

function placeStyles(link: Element, files: LabFiles, page: string): void {
  const text = files[neighbor(page, link.getAttribute('href') ?? '')];
  if (text === undefined) return;
  const style = link.ownerDocument.createElement('style');
  style.textContent = text;
  link.replaceWith(style);
}

function importMap(page: Document, files: LabFiles): HTMLScriptElement {
  const modules = Object.entries(files).filter(([path]) => /\.m?js$/.test(path));
  const imports = modules.map(([path, code]) => [PREFIX + path, dataOf(renamed(code, files, path))]);
  const script = page.createElement('script');
  script.type = 'importmap';
  script.text = JSON.stringify({ imports: Object.fromEntries(imports) }).replaceAll('<', '\\u003c');
  return script;
}

/** The path of what a page names, from the folder of the lab. */
function neighbor(page: string, name: string): string {
  if (name.startsWith('/')) return name.slice(1);
  return resolveModule(page, name.startsWith('.') ? name : `./${name}`);
}

const dataOf = (code: string) => `data:text/javascript;charset=utf-8,${encodeURIComponent(code)}`;

/** A module that imports its neighbors by the names that the import map has. */
function renamed(code: string, files: LabFiles, path: string): string {
  let placed = '';
  let last = 0;
  parser.parse(code).iterate({
    enter: ({ from, name, node, to }) => {
      if (name !== 'String' || !isImported(node.parent?.name, node.prevSibling?.name)) return;
      const target = findModule(files, resolveModule(path, code.slice(from + 1, to - 1)));
      if (target === undefined) return;
      placed += code.slice(last, from) + JSON.stringify(PREFIX + target);
      last = to;
    },
  });
  return placed + code.slice(last);
}

function isImported(parent: string | undefined, before: string | undefined): boolean {
  if (parent === 'ExportDeclaration') return before === 'from';
  return parent === 'ImportDeclaration' || parent === 'DynamicImport';
}
