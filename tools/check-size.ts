/**
 * Fails when a page would download more than its budget of JavaScript, or anything that it does not need. Follows the
 * static imports of each page's chunks in the build manifest, as the browser does, and counts brotli bytes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  isEntry?: boolean;
}

interface Page {
  /** The chunks it begins with. */
  readonly begins: RegExp;
  /** Most kB of JavaScript. */
  readonly budget: number;
  /** Source files of which nothing may be in it. */
  readonly without?: RegExp;
}

// The list of routes, with what each reads first, is in the file that everybody downloads.
const ADMIN = String.raw`src/web/routes/admin[^?]*\?tsr-split|src/web/features/(?:[\w-]+-admin|site-config|overview|audit|marking|grades|invitations|accommodations)/(?!queries\.ts)`;
const EDITORS = String.raw`src/web/features/exams/(?:author|banks)/|src/web/features/exams/kinds/[\w/-]*editor|node_modules/(?:@tiptap|prosemirror|@codemirror)`;
const PAGES: Record<string, Page> = {
  'landing page': { begins: /routes\/index\.tsx/, budget: 115 },
  'course page': { begins: /routes\/courses[./]\$slug(?:[./]index)?\.tsx/, budget: 115 },
  catalogue: { begins: /routes\/courses[./]index\.tsx/, budget: 115 },
  'player of a lesson': {
    begins: /routes\/courses_\.\$slug\.learn\.\$section\.tsx|features\/learning\/load-player\.ts/,
    budget: 140,
    without: new RegExp(`${ADMIN}|${EDITORS}|src/web/features/exams/|src/domain/exams/`),
  },
  'player of a lab': {
    begins:
      /routes\/courses_\.\$slug\.learn\.\$section\.tsx|features\/learning\/load-player\.ts|features\/labs\/(?:lab-section|editor\/(?:code-editor|script-colors))/,
    budget: 290,
    without: new RegExp(`${ADMIN}|src/domain/exams/|node_modules/@codemirror/(?:autocomplete|lang-|search)`),
  },
  'exam page': {
    begins: /routes\/courses_\.\$slug\.exams\.\$section\.tsx/,
    budget: 140,
    without: new RegExp(`${ADMIN}|${EDITORS}`),
  },
};

/**
 * Most kB that the editor of labs adds to the page of a lesson in any language before it has the focus, with the 5 kB of
 * what runs code that come with it. A page with scripts or styles in it fetches their grammars, too.
 */
const EDITOR_BUDGET = 140;
const EDITOR = /features\/labs\/editor\/code-editor\.tsx/;
const EDITED: Record<string, RegExp> = {
  JavaScript: /editor\/script-colors\.ts/,
  HTML: /editor\/html-colors\.ts/,
  CSS: /@codemirror\/lang-css\//,
  Python: /editor\/python-colors\.ts/,
  SQL: /@codemirror\/lang-sql\//,
  shell: /editor\/shell-language\.ts/,
};

const client = join(import.meta.dirname, '..', 'build', 'client');
const read = (name: string) => JSON.parse(readFileSync(join(client, '.vite', name), 'utf8'));
const manifest = read('manifest.json') as Record<string, Chunk>;
const modules = read('modules.json') as Record<string, string[]>;

function collect(key: string, into: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk || into.has(chunk.file)) return;
  into.add(chunk.file);
  for (const next of chunk.imports ?? []) collect(next, into);
}

/** Most files are part of many pages. */
const compressed = new Map<string, number>();

function brotliBytes(file: string): number {
  const known = compressed.get(file);
  if (known !== undefined) return known;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const { length } = brotliCompressSync(readFileSync(join(client, file)), { params });
  compressed.set(file, length);
  return length;
}

/** What is wrong with a page, a line each. */
function faultsOf({ begins, budget, without }: Page, scripts: readonly string[], kB: number): string[] {
  const own = Object.keys(manifest).filter((key) => begins.test(manifest[key]?.src ?? key));
  const needless = without
    ? scripts.flatMap((file) => modules[file] ?? []).filter((id) => without.test(id))
    : [];
  return [
    ...(own.length === 0 ? ['no chunk of that name in the build'] : []),
    ...(kB > budget ? [`${(kB - budget).toFixed(1)} kB over its budget`] : []),
    ...needless.map((id) => `loads what it does not need: ${id}`),
  ];
}

/** What a page begins with, with all that its chunks import at once. */
function scriptsOf(begins: (key: string, chunk: Chunk) => boolean): string[] {
  const files = new Set<string>();
  for (const [key, chunk] of Object.entries(manifest)) if (begins(key, chunk)) collect(key, files);
  return [...files].filter((file) => file.endsWith('.js'));
}

const kilobytes = (scripts: readonly string[]) =>
  scripts.reduce((sum, file) => sum + brotliBytes(file), 0) / 1000;

let over = 0;
for (const [name, page] of Object.entries(PAGES)) {
  const scripts = scriptsOf((key, { isEntry, src }) => isEntry === true || page.begins.test(src ?? key));
  const kB = kilobytes(scripts);
  const faults = faultsOf(page, scripts, kB);
  over += faults.length;
  const sign = faults.length > 0 ? '!!' : 'ok';
  console.log(`${sign} ${name}: ${kB.toFixed(1)} kB of ${page.budget} kB in ${scripts.length} files`);
  for (const fault of faults) console.log(`   ${fault}`);
}
const before = new Set(
  scriptsOf((key, { isEntry, src }) => {
    return isEntry === true || (PAGES['player of a lesson']?.begins.test(src ?? key) ?? false);
  }),
);
for (const [language, pattern] of Object.entries(EDITED)) {
  const scripts = scriptsOf(
    (key, { file, src }) => pattern.test(src ?? key) || (modules[file] ?? []).some((id) => EDITOR.test(id)),
  ).filter((file) => !before.has(file));
  const ids = scripts.flatMap((file) => modules[file] ?? []);
  const isWhole = [EDITOR, pattern].every((part) => ids.some((id) => part.test(id)));
  const kB = kilobytes(scripts);
  const isOver = !isWhole || kB > EDITOR_BUDGET;
  over += Number(isOver);
  console.log(`${isOver ? '!!' : 'ok'} editor of ${language}: ${kB.toFixed(1)} kB of ${EDITOR_BUDGET} kB`);
  if (!isWhole) console.log('   not in the build');
}
process.exitCode = over === 0 ? 0 : 1;
