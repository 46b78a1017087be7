import type { LabFiles } from '#domain/labs/lab-spec';
import { findModule, resolveModule, resolveSource } from '#labs/runtimes/quickjs/modules';
import { PAUSE_SCRIPT, prepareCode } from './prepare-code.ts';

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
  for (const script of found.querySelectorAll<HTMLScriptElement | SVGScriptElement>('script'))
    if ('text' in script) placeScript(script, files, page);
    else placeDrawnScript(script, files, page);
  for (const link of found.querySelectorAll('link[rel~="stylesheet"]')) placeStyles(link, files, page);
  for (const element of found.querySelectorAll('*')) placeHandlers(element);
  const pause = found.createElement('script');
  pause.text = PAUSE_SCRIPT;
  found.head.prepend(pause, importMap(found, files));
  return `<!doctype html>\n${found.documentElement.outerHTML}`;
}

function placeScript(script: HTMLScriptElement, files: LabFiles, page: string): void {
  const type = (script.getAttribute('type') ?? '').toLowerCase();
  if (!SCRIPT_TYPES.has(type)) return;
  const src = script.getAttribute('src');
  const path = src === null ? page : findModule(files, resolveSource(page, src));
  if (path === undefined) return;
  const code = src === null ? script.text : (files[path] ?? '');
  script.text = '';
  script.setAttribute('src', dataOf(prepared(code, files, path)));
  script.defer = type !== 'module';
  script.async = false;
}

/** In a drawing, where a script runs at once and is text like any other. */
function placeDrawnScript(script: SVGScriptElement, files: LabFiles, page: string): void {
  if (SCRIPT_TYPES.has((script.getAttribute('type') ?? '').toLowerCase()))
    script.textContent = prepared(script.textContent ?? '', files, page);
}

/** `onclick="…"` */
function placeHandlers(element: Element): void {
  for (const { name, value } of element.attributes)
    if (name.startsWith('on'))
      element.setAttribute(
        name,
        prepareCode(value, () => undefined),
      );
}

function placeStyles(link: Element, files: LabFiles, page: string): void {
  const text = files[resolveSource(page, link.getAttribute('href') ?? '')];
  if (text === undefined) return;
  const style = link.ownerDocument.createElement('style');
  style.textContent = text;
  link.replaceWith(style);
}

function importMap(page: Document, files: LabFiles): HTMLScriptElement {
  const modules = Object.entries(files).filter(([path]) => /\.m?js$/.test(path));
  const imports = modules.map(([path, code]) => [PREFIX + path, dataOf(prepared(code, files, path))]);
  const script = page.createElement('script');
  script.type = 'importmap';
  script.text = JSON.stringify({ imports: Object.fromEntries(imports) }).replaceAll('<', '\\u003c');
  return script;
}

const dataOf = (code: string) => `data:text/javascript;charset=utf-8,${encodeURIComponent(code)}`;

/** A script whose imports have the names of the import map. */
function prepared(code: string, files: LabFiles, path: string): string {
  return prepareCode(code, (name) => {
    const target = findModule(files, resolveModule(path, name));
    return target === undefined ? undefined : PREFIX + target;
  });
}
