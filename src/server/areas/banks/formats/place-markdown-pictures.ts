import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { Converted } from './html-to-markdown.ts';
import { PICTURE_FAULTS, type Pictures } from './pictures.ts';

const parser = unified().use(remarkParse).freeze();
const TAG = /<img\b[^>]*>/gi;

/** Markdown of anybody whose pictures are those of its file; what is neither there nor on the web is left out and told. */
export function placeMarkdownPictures(text: string, pictures: Pictures): Converted {
  if (!/!\[|<img\b/i.test(text)) return { text, changes: [] };
  const changes = new Set<string>();
  const shown = (src: string, alt: string) => {
    if (/^https?:\/\//i.test(src)) return `![${bare(alt)}](<${src}>)`;
    const found = pictures.addressOf(src);
    if ('address' in found) return `![${bare(alt)}](${found.address})`;
    changes.add(PICTURE_FAULTS[found.fault][0]);
    return '';
  };
  const tree = parser.parse(text);
  const parts: { from: number; to: number; words: string }[] = [];
  const addresses = definitionsOf(tree);
  visit(tree, (node) => {
    const from = node.position?.start.offset;
    const to = node.position?.end.offset;
    if (from === undefined || to === undefined) return;
    if (node.type === 'image' || node.type === 'imageReference') {
      const src = node.type === 'image' ? node.url : (addresses.get(node.identifier) ?? '');
      if (!/^https?:\/\//i.test(src)) parts.push({ from, to, words: shown(src, node.alt ?? '') });
    } else if (node.type === 'html' && /<img\b/i.test(node.value)) {
      // All other HTML in Markdown is not shown anyway.
      const tags = node.value.match(TAG) ?? [];
      const words = tags.map((tag) => shown(attribute(tag, 'src'), attribute(tag, 'alt'))).join(' ');
      parts.push({ from, to, words });
    }
  });
  let result = '';
  let at = 0;
  for (const { from, to, words } of parts.filter((part, index) => part.from >= (parts[index - 1]?.to ?? 0))) {
    result += text.slice(at, from) + words;
    at = to;
  }
  return { text: result + text.slice(at), changes: [...changes] };
}

function definitionsOf(tree: ReturnType<typeof parser.parse>): Map<string, string> {
  const addresses = new Map<string, string>();
  visit(tree, 'definition', ({ identifier, url }) => {
    if (!addresses.has(identifier)) addresses.set(identifier, url);
  });
  return addresses;
}

function attribute(tag: string, name: string): string {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
}

function bare(alt: string): string {
  return alt.replace(/[[\]\\]/g, ' ').replace(/\s+/g, ' ');
}
