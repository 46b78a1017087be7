import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { yamlFaults } from '#contract/courses/yaml-words';
import { m } from '../../../../messages/messages.js';

/** What is wrong with a file, where it is about a line. */
export interface LineFault {
  readonly line: number | null;
  readonly said: string;
}

/** What is wrong with a file, each fault with its line. */
export class FileFaults extends Error {
  override name = 'FileFaults';
  readonly faults: readonly string[];
  /** The same, with the line apart. */
  readonly placed: readonly LineFault[];

  constructor(faults: readonly (string | LineFault)[]) {
    const placed = faults.map((fault) => (typeof fault === 'string' ? { line: null, said: fault } : fault));
    const words = placed.map(lineWords);
    super(words.join('\n'));
    this.faults = words;
    this.placed = placed;
  }
}

interface ParsedText {
  readonly text: string;
  readonly document: Document;
  readonly lines: LineCounter;
}

/** The text that was parsed last: whoever reads a file then asks which of its keys nobody knows. */
let last: ParsedText | undefined;

function parseText(text: string): ParsedText {
  if (last?.text === text) return last;
  const lines = new LineCounter();
  last = { text, lines, document: parseDocument(text, { lineCounter: lines, prettyErrors: false }) };
  return last;
}

export function lineWords({ line, said }: LineFault): string {
  return line === null ? said : m.reports_at_line({ line, text: said });
}

/** Reads YAML of a known shape. `before` counts the lines of the file that stand in front. Throws FileFaults. */
export function readYaml<Shape extends z.ZodType>(text: string, shape: Shape, before = 0): z.output<Shape> {
  const { document, lines } = parseText(text);
  const lineOf = (offset: number) => before + lines.linePos(offset).line;
  if (document.errors.length > 0)
    throw new FileFaults(
      yamlFaults(text, document.errors).map(({ line, said }) => ({ line: before + line, said })),
    );
  const parsed = shape.safeParse(readValue(document));
  if (parsed.success) return parsed.data;
  throw new FileFaults(
    parsed.error.issues.map(({ message, path }) => {
      const keys = path.map((key) => (typeof key === 'symbol' ? String(key) : key));
      return {
        line: lineOf(offsetOf(keys, (inner) => document.getIn(inner, true))),
        said: `${keys.join('.') || m.reports_it()}: ${message}`,
      };
    }),
  );
}

function readValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch {
    // Aliases that lead nowhere, or that make far more of a text than stands there.
    throw new FileFaults([m.yaml_alias_leads_nowhere()]);
  }
}

/** The keys of a mapping that are not among the known ones, with their lines. */
export function unknownKeys(
  text: string,
  known: readonly string[],
  before = 0,
): { key: string; line: number }[] {
  const {
    document: { contents },
    lines,
  } = parseText(text);
  if (!isMap(contents)) return [];
  return contents.items.flatMap(({ key }) => {
    const name = isScalar(key) ? String(key.value) : String(key);
    const offset = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
    return known.includes(name) ? [] : [{ key: name, line: before + lines.linePos(offset).line }];
  });
}

/** Where the deepest part of the path that is there begins: what is missing is missing from that. */
function offsetOf(
  path: readonly (string | number)[],
  nodeAt: (path: (string | number)[]) => unknown,
): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = nodeAt(path.slice(0, length));
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range))
      return Number(node.range[0]);
  }
  return 0;
}
