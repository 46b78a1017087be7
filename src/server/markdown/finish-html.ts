import type { Element, Root, RootContent } from 'hast';
import { visit } from 'unist-util-visit';
import { playableAs } from '#domain/media/playable';
import { anchorOf, headingSlug } from '#domain/writing/headings';

/** What sanitizing puts before the ids of footnotes, and not into the links to them. */
const FOOTNOTE = 'user-content-';

/**
 * Links outward are marked, pictures wait until they are near, wide tables scroll by themselves, headings can be linked, also by
 * the plain `#words-of-the-heading` that authors write.
 */
export function finishHtml() {
  return (tree: Root): void => {
    const used = new Map<string, number>();
    const anchors: Element[] = [];
    const ids = new Set<string>();
    visit(tree, 'element', (element, index, parent) => {
      // The page has its own first heading.
      if (element.tagName === 'h1') element.tagName = 'h2';
      if (element.tagName === 'a') markLink(element);
      if (String(element.properties.href ?? '').startsWith('#')) anchors.push(element);
      if (element.tagName === 'img') showMedia(element);
      if (/^h[2-6]$/.test(element.tagName) && !element.properties.id)
        element.properties.id = `section-${anchorOf(textOf(element), used)}`;
      if (element.properties.id) ids.add(String(element.properties.id));
      if (element.tagName === 'table' && parent && index !== undefined && !isWrapper(parent)) {
        parent.children[index] = wrap(element);
      }
    });
    for (const anchor of anchors) leadToId(anchor, ids);
  };
}

/** Ids of headings and footnotes carry a prefix, so that no text of an author takes the id of a part of the page. */
function leadToId(anchor: Element, ids: ReadonlySet<string>): void {
  const written = String(anchor.properties.href).slice(1);
  const target = decoded(written);
  if (ids.has(target)) return;
  const wanted = [`${FOOTNOTE}${written}`, `section-${headingSlug(target)}`];
  const id = wanted.find((each) => ids.has(each));
  if (id !== undefined) anchor.properties.href = `#${id}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function markLink(link: Element): void {
  if (/^https?:/i.test(String(link.properties.href ?? ''))) link.properties.rel = ['noopener', 'nofollow'];
}

/** What an author writes as a picture and is a video or sound of the library is played where it stands. */
function showMedia(element: Element): void {
  const { alt = '', src } = element.properties;
  const played = /^\/media\//.test(String(src)) ? playableAs(String(src)) : null;
  if (!played) {
    element.properties.loading = 'lazy';
    return;
  }
  element.tagName = played;
  element.properties = { src, controls: true, preload: 'metadata', ariaLabel: String(alt) };
}

function isWrapper(parent: Root | Element): boolean {
  return parent.type === 'element' && parent.properties.dataTable !== undefined;
}

function wrap(table: Element): Element {
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: ['table-wrapper'], dataTable: '', tabIndex: 0, role: 'group' },
    children: [table],
  };
}

function textOf(node: Element | RootContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
}
