import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { AREA_ORDER, PARTS, type Part } from './arrows.ts';
import { readSource, root, sourceFiles } from './source-files.ts';

interface Import {
  readonly from: string;
  readonly to: string;
}

const ALIASES: [RegExp, string][] = [
  [/^#(domain|contract|emails|server)\/(.+)$/, 'src/$1/$2.ts'],
  [/^#(tests|tools)\/(.+)$/, '$1/$2.ts'],
  [/^#web\/(.+)$/, 'src/web/$1'],
];

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier.replace(/\?.*$/, '')));
  for (const [pattern, path] of ALIASES) {
    if (pattern.test(specifier)) return specifier.replace(pattern, path);
  }
  return null;
}

const IMPORT =
  /(?:^|\s)(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\s)import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

function importsOf(from: string): Import[] {
  const imports: Import[] = [];
  for (const match of readSource(from).matchAll(IMPORT)) {
    const to = resolve(from, match[1] ?? match[2] ?? match[3] ?? '');
    if (to !== null) imports.push({ from, to });
  }
  return imports;
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('tests/');
const partOf = (path: string): Part | undefined => PARTS.find((part) => part.files.test(path));
const areaOf = (path: string) => /^src\/server\/areas\/([^/]+)\//.exec(path)?.[1];
const rank = (area: string) => AREA_ORDER.findIndex((group) => (group as readonly string[]).includes(area));

function fault({ from, to }: Import): string | null {
  const source = partOf(from);
  const target = partOf(to);
  if (!source || !target) return `${from} → ${to}: belongs to no part; add it to tools/arrows.ts`;
  if (isTest(from)) return null;
  if (isTest(to) || target.name === 'tests' || target.name === 'tools') {
    return source.may.includes('*') ? null : `${from} → ${to}: nothing imports tests or tools`;
  }
  if (source === target) return siblingFault(source, from, to);
  if (source.may.includes('*') || source.may.includes(target.name)) return null;
  return `${from} → ${to}: ${source.name} may not import ${target.name}`;
}

function siblingFault(part: Part, from: string, to: string): string | null {
  const [own, other] = [part.files.exec(from)?.[1], part.files.exec(to)?.[1]];
  if (part.closed && own !== other) return `${from} → ${to}: no feature imports another`;
  if (part.name !== 'server-areas' || own === other || !own || !other) return null;
  return rank(areaOf(to) ?? '') < rank(areaOf(from) ?? '')
    ? null
    : `${from} → ${to}: areas import earlier areas only`;
}

/** Files that can reach themselves through static and dynamic imports. */
function circles(graph: Map<string, string[]>): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      found.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

const imports = sourceFiles().flatMap(importsOf);

test('every import of the product is found on disk', () => {
  const missing = imports.filter(
    // What follows a question mark says how the bundler reads the file.
    ({ to }) => !to.startsWith('src/messages/') && !existsSync(join(root, to.replace(/\?\w+$/, ''))),
  );
  expect(missing.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('every import follows the arrows', () => {
  expect(imports.map(fault).filter((text) => text !== null)).toEqual([]);
});

test('no file can reach itself through imports', () => {
  const graph = new Map<string, string[]>();
  for (const { from, to } of imports) {
    // The generated route trees name all routes and are named by the router: that one circle is the router's own.
    if (!/^src\/web\/(?:early-)?route-tree\.gen\.ts$/.test(to))
      graph.set(from, [...(graph.get(from) ?? []), to]);
  }
  expect(circles(graph)).toEqual([]);
});

test('domain code touches neither clock, chance nor the outside world', () => {
  const impure = /\bDate\.now\(|new Date\(\)|Math\.random\(|\bprocess\.|\bfetch\(|from '(?:node:|zod)/;
  const faulty = sourceFiles().filter(
    (path) => path.startsWith('src/domain/') && !isTest(path) && impure.test(readSource(path)),
  );
  expect(faulty).toEqual([]);
});

test('only main, the judge, the command line and configuration read the environment', () => {
  const faulty = sourceFiles().filter(
    (path) =>
      path.startsWith('src/') &&
      !isTest(path) &&
      !/^src\/server\/(main|judge|config|cli\/.+|db\/embedded\/.+)\.ts$/.test(path) &&
      /process\.env/.test(readSource(path)),
  );
  expect(faulty).toEqual([]);
});
