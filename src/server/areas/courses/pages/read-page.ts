import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { plainText } from '#domain/courses/plain-text';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import { sectionHead } from '../catalogue/section-head.ts';

export interface Page {
  /** Front matter that a section has as well. */
  readonly head: Readonly<Record<string, unknown>>;
  /** The heading that the page begins with; it is not in the content. */
  readonly heading: string | null;
  readonly content: string;
  /** The line of the file that the content begins on. */
  readonly line: number;
  readonly notes: readonly string[];
}

const FRONT = /^(---|\+\+\+)\n([\s\S]*?\n)?\1[ \t]*(?:\n|$)/;
const FIELDS = new Map<string, { safeParse: (value: unknown) => { success: boolean } }>(
  Object.entries(sectionHead.shape),
);

/** A page of Markdown in its parts. What its front matter says that a section does not have is named. */
export function readPage(text: string): Page {
  const [whole = '', fence, front = ''] = FRONT.exec(text) ?? [];
  const { head, notes } = fence === '+++' ? TOML : readFront(front);
  const body = text.slice(whole.length);
  const { end, heading } = firstHeading(body);
  const rest = body.slice(end);
  const content = plainText(rest);
  const skipped = text.slice(0, text.length - rest.length) + (/^(?:[ \t]*\n)*/.exec(rest)?.[0] ?? '');
  return { head, heading, content, line: skipped.split('\n').length, notes };
}

const TOML = { head: {}, notes: ['line 1: front matter in TOML (+++) is not supported and was ignored'] };

function readFront(front: string): Pick<Page, 'head' | 'notes'> {
  const lines = new LineCounter();
  const document = parseDocument(front, { lineCounter: lines, logLevel: 'error' });
  const [fault] = document.errors;
  if (fault)
    return {
      head: {},
      notes: [`line ${1 + lines.linePos(fault.pos[0]).line}: front matter that is not YAML was ignored`],
    };
  const head: Record<string, unknown> = {};
  const notes: string[] = [];
  for (const { key, value } of isMap(document.contents) ? document.contents.items : []) {
    const name = isScalar(key) ? String(key.value) : String(key);
    const said: unknown = isScalar(value) ? value.value : null;
    if (FIELDS.get(name)?.safeParse(said).success) head[name] = said;
    else {
      const line = 1 + lines.linePos(isScalar(key) ? (key.range?.[0] ?? 0) : 0).line;
      notes.push(`line ${line}: unknown key ${name} was ignored`);
    }
  }
  return { head, notes };
}

/** The words of the first heading where the text begins with one of the first level, and where it ends. */
function firstHeading(body: string): { readonly heading: string | null; readonly end: number } {
  const [first] = parseMarkdown(body).children;
  if (first?.type !== 'heading' || first.depth !== 1) return { heading: null, end: 0 };
  const words = plainWords(first);
  return words === '' ? { heading: null, end: 0 } : { heading: words, end: first.position?.end.offset ?? 0 };
}

/** The words of a part of Markdown, without its signs. */
export function plainWords(node: { readonly type: string }): string {
  if ('value' in node && node.type !== 'html') return String(node.value);
  if (!('children' in node) || !Array.isArray(node.children)) return '';
  return node.children.map(plainWords).join('').replace(/\s+/g, ' ').trim();
}
