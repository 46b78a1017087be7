import { visit } from 'unist-util-visit';
import { lostMarkup } from '#server/markdown/lost-markup';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import type { Converted } from './html/html-to-markdown.ts';
import { PICTURE_FAULTS, type Pictures } from './pictures.ts';

const TAG = /<img\b[^>]*>/gi;

/** Without one of these signs a text holds no picture and nothing that gets lost. */
const MAY_LOSE = /!\[|[<{]|\[\[|::\w|:::|:[A-Za-z][\w-]*\[|!!!|\?\?\?|\[!|\]\(|^import|^export|\[TOC\]/m;

/**
 * Markdown of anybody whose pictures are those of its file; what is neither there nor on the web is left out and reported, and so is
 * what Markdown here does not show.
 */
export function placeMarkdownPictures(text: string, pictures: Pictures): Converted {
  if (!MAY_LOSE.test(text)) return { text, changes: [] };
  const changes = new Set<string>();
  const shown = (src: string, alt: string) => {
    if (/^https?:\/\//i.test(src)) return `![${bare(alt)}](<${src}>)`;
    const found = pictures.addressOf(src);
    if ('address' in found) return `![${bare(alt)}](${found.address})`;
    changes.add(PICTURE_FAULTS[found.fault][0]());
    return '';
  };
  const tree = parseMarkdown(text);
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
      const tags = node.value.match(TAG) ?? [];
      const words = tags.map((tag) => shown(attribute(tag, 'src'), attribute(tag, 'alt'))).join(' ');
      parts.push({ from, to, words });
    }
  });
  let result = '';
  // Without the pictures: whether they are kept is reported already.
  let words = '';
  let at = 0;
  for (const part of parts.filter((each, index) => each.from >= (parts[index - 1]?.to ?? 0))) {
    words += text.slice(at, part.from);
    result += text.slice(at, part.from) + part.words;
    at = part.to;
  }
  words += text.slice(at);
  result += text.slice(at);
  for (const { what } of lostMarkup(parseMarkdown(words), words)) changes.add(what);
  return { text: result, changes: [...changes] };
}

/** Whether a text that says something shows nothing: all of it is HTML, which Markdown here leaves out. */
export function isLostWhole(text: string): boolean {
  if (text.trim() === '') return false;
  let isShown = false;
  visit(parseMarkdown(text), (node) => {
    if (node.type === 'image' || node.type === 'imageReference' || ('value' in node && node.type !== 'html'))
      isShown = true;
  });
  return !isShown;
}

function definitionsOf(tree: ReturnType<typeof parseMarkdown>): Map<string, string> {
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
