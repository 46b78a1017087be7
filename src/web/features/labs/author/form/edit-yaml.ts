import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  stringify,
  visit,
  type YAMLMap,
} from 'yaml';
import { isSame } from '#domain/merge-versions';

export type YamlPath = readonly [string, ...(string | number)[]];

/** A value in one line, as it may stand anywhere. */
export function flowOf(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false }).trim();
}

/**
 * The same text with another value at a path; undefined takes the key away. Everything else stays as it was written,
 * comments and order included. `written` is how the value is written, if its author wrote it in one line.
 */
export function setYaml(whole: string, path: YamlPath, value: unknown, written?: string): string {
  const text = unshared(whole, path);
  const meant = parseDocument(text);
  if (value === undefined) meant.deleteIn(path);
  else meant.setIn(path, value);
  const spliced = value === undefined ? spliceOut(text, path) : spliceIn(text, path, value, written);
  return checked(spliced, meant);
}

/** The same text without an item of a list. */
export function removeItem(whole: string, path: YamlPath): string {
  const text = unshared(whole, path);
  const meant = parseDocument(text);
  meant.deleteIn(path);
  const own = chunksOf(text, path);
  const chunk = own?.chunks[own.at];
  return checked(chunk ? text.slice(0, chunk.start) + text.slice(chunk.end) : null, meant);
}

/** The same text with an item of a list in the place of the one before it, comments above both included. */
export function moveUp(whole: string, path: YamlPath): string {
  const outer = path.slice(0, -1) as unknown as YamlPath;
  const text = unshared(whole, outer);
  const meant = parseDocument(text);
  const list = meant.getIn(outer);
  const at = Number(path.at(-1));
  if (!isSeq(list) || at < 1) return text;
  const [moved] = list.items.splice(at, 1);
  list.items.splice(at - 1, 0, moved);
  const own = chunksOf(text, path);
  const [above, below] = own ? own.chunks.slice(at - 1, at + 1) : [];
  if (!above || !below) return checked(null, meant);
  const swapped = `${text.slice(below.lead, below.end)}${text.slice(above.lead, above.end)}`;
  return checked(text.slice(0, above.lead) + swapped + text.slice(below.end), meant);
}

/**
 * The same text, with every value that is shared by an anchor written out at each of its places, if what is at the path is
 * shared: what is changed there would change, or be missing, elsewhere.
 */
function unshared(text: string, path: YamlPath): string {
  const document = parseDocument(text);
  const isThroughAlias = path.some((_, depth) => isAlias(document.getIn(path.slice(0, depth), true)));
  if (!isThroughAlias && !holdsAnchor(document.getIn(path, true))) return text;
  visit(document, {
    Alias: (_, alias) => alias.resolve(document)?.clone() as Node | undefined,
  });
  visit(document, {
    Value: (_, node) => {
      delete node.anchor;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function holdsAnchor(node: unknown): boolean {
  let isFound = false;
  const look = (one: { anchor?: string | undefined }) => {
    isFound ||= one.anchor !== undefined;
  };
  visit(node as Node | null, { Value: (_, value) => look(value) });
  return isFound;
}

/** What was spliced, if it means what it should; otherwise the whole document is written again, which keeps its comments. */
function checked(spliced: string | null, meant: Document): string {
  if (spliced !== null) {
    const read = parseDocument(spliced);
    if (read.errors.length === 0 && isSame(read.toJS(), meant.toJS())) return spliced;
  }
  return meant.toString({ lineWidth: 0, flowCollectionPadding: false });
}

interface Spot {
  readonly map: YAMLMap;
  readonly at: number;
  readonly pair: Pair | undefined;
  /** In brackets, where a value can have no line of its own. */
  readonly isFlow: boolean;
}

function spotOf(document: Document, path: YamlPath): Spot | null {
  const map = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(map) || !map.range) return null;
  const at = map.items.findIndex(({ key }) => isScalar(key) && key.value === path.at(-1));
  return { map, at, pair: map.items[at] as Pair | undefined, isFlow: isInFlow(document, path) };
}

function spliceIn(text: string, path: YamlPath, value: unknown, written?: string): string | null {
  const document = parseDocument(text);
  const item = rangeOf(document.getIn(path, true));
  if (typeof path.at(-1) === 'number' && item)
    return replaced(
      text,
      item,
      value,
      { isFlow: isInFlow(document, path), indent: columnOf(text, item[0]) },
      written,
    );
  const spot = spotOf(document, path);
  if (!spot) return null;
  const key = String(path.at(-1));
  const indent = columnOf(text, startOf(spot.map.items[0]?.key) ?? 0);
  const there = rangeOf(spot.pair?.value);
  if (there) return replaced(text, there, value, { isFlow: spot.isFlow, indent: indent + 2 }, written);
  if (spot.pair) return null;
  const own = written ?? textOf(value, { isFlow: spot.isFlow, isQuoted: false, indent: indent + 2 });
  const last = endOf(spot.map.items.at(-1));
  if (last === undefined) return null;
  if (spot.isFlow) return `${text.slice(0, last)}, ${key}: ${own}${text.slice(last)}`;
  const end = lineEnd(text, last);
  const line = `${' '.repeat(indent)}${key}: ${own}\n`;
  return `${text.slice(0, end)}${text.slice(0, end).endsWith('\n') ? '' : '\n'}${line}${text.slice(end)}`;
}

/** The same text with another value in the place of one. */
function replaced(
  text: string,
  [from, to]: readonly [number, number],
  value: unknown,
  style: Omit<Style, 'isQuoted'>,
  written: string | undefined,
): string {
  const before = text.slice(from, to);
  const own = written ?? textOf(value, { ...style, isQuoted: /^["']/.test(before) });
  const head = text.slice(0, from);
  return `${head}${/[\s[{(,]$/.test(head) ? '' : ' '}${own}${before.endsWith('\n') ? '\n' : ''}${text.slice(to)}`;
}

function isInFlow(document: Document, path: YamlPath): boolean {
  return path.some((_, depth) => {
    const outer = document.getIn(path.slice(0, depth), true);
    return (isMap(outer) || isSeq(outer)) && outer.flow === true;
  });
}

function spliceOut(text: string, path: YamlPath): string | null {
  const spot = spotOf(parseDocument(text), path);
  if (!spot?.pair) return text;
  const { at, isFlow, map, pair } = spot;
  const start = startOf(pair.key);
  const end = endOf(pair);
  if (start === undefined || end === undefined) return null;
  const next = startOf(map.items[at + 1]?.key);
  if (at === 0) {
    if (next === undefined || text.slice(end, next).includes('#')) return null;
    return text.slice(0, start) + text.slice(next);
  }
  if (!isFlow) return text.slice(0, lineStart(text, start)) + text.slice(lineEnd(text, end));
  const before = endOf(map.items[at - 1]);
  return before === undefined ? null : text.slice(0, before) + text.slice(end);
}

interface Chunk {
  /** Where the comments above it begin, its own first line, and where it ends. */
  readonly lead: number;
  readonly start: number;
  readonly end: number;
}

/** The lines of each item of a list that is written with a line for each. */
function chunksOf(text: string, path: YamlPath): { chunks: Chunk[]; at: number } | null {
  const document = parseDocument(text);
  const [name, ...rest] = path.slice(0, -1);
  const list = document.getIn([name, ...rest], true);
  const key = rest.length === 0 && isMap(document.contents) ? keyOf(document.contents, name) : undefined;
  const [, head] = rangeOf(key) ?? [];
  if (!isSeq(list) || list.flow || head === undefined) return null;
  const chunks: Chunk[] = [];
  for (const item of list.items) {
    const [from, to] = rangeOf(item) ?? [];
    if (from === undefined || to === undefined) return null;
    const start = lineStart(text, from);
    if (!/^\s*- *$/.test(text.slice(start, from))) return null;
    chunks.push({
      lead: chunks.at(-1)?.end ?? lineEnd(text, head),
      start,
      end: lineEnd(text, to),
    });
  }
  return { chunks, at: Number(path.at(-1)) };
}

function keyOf(map: YAMLMap, name: unknown): unknown {
  return map.items.find(({ key }) => isScalar(key) && key.value === name)?.key;
}

interface Style {
  readonly isFlow: boolean;
  readonly isQuoted: boolean;
  readonly indent: number;
}

function textOf(value: unknown, { indent, isFlow, isQuoted }: Style): string {
  const flow = isQuoted && typeof value === 'string' ? JSON.stringify(value) : flowOf(value);
  if (typeof value === 'string') {
    if (!isFlow && value.includes('\n')) return literalOf(value, indent) ?? JSON.stringify(value);
    return isRead(`{ k: ${flow} }`, value) ? flow : JSON.stringify(value);
  }
  const isTable = Array.isArray(value) && value.length > 0 && value.every(Array.isArray);
  if (isFlow || !isTable) return flow;
  return value.map((row) => `\n${' '.repeat(indent)}- ${flowOf(row)}`).join('');
}

/** Several lines as they are, behind a `|`; null: they would come back as others. */
function literalOf(value: string, indent: number): string | null {
  const head = value.endsWith('\n') ? (value.endsWith('\n\n') ? '|+' : '|') : '|-';
  const lines = value.replace(/\n$/, '').split('\n');
  const text = lines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line)).join('\n');
  return isRead(`k: ${head}\n${text}\n`, value) ? `${head}\n${text}` : null;
}

/** Whether a mapping with this text has this one value. */
function isRead(text: string, value: string): boolean {
  const read = parseDocument(text);
  return read.errors.length === 0 && read.get('k') === value;
}

function rangeOf(node: unknown): [number, number] | undefined {
  const range = (node as Node | null | undefined)?.range;
  return range ? [range[0], range[1]] : undefined;
}
const startOf = (node: unknown) => rangeOf(node)?.[0];
const endOf = (pair: unknown) => rangeOf((pair as Pair | undefined)?.value)?.[1];

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** Behind the line break that ends the line; of what ends with its own, there. */
function lineEnd(text: string, at: number): number {
  if (at > 0 && text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

function columnOf(text: string, at: number): number {
  return at - lineStart(text, at);
}
