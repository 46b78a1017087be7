import type { Element, Root, RootContent } from 'hast';
import { visit } from 'unist-util-visit';

/** Links outward are marked, pictures wait until they are near, wide tables scroll by themselves, headings can be linked. */
export function finishHtml() {
  return (tree: Root): void => {
    const used = new Map<string, number>();
    visit(tree, 'element', (element, index, parent) => {
      // The page has its own first heading.
      if (element.tagName === 'h1') element.tagName = 'h2';
      if (element.tagName === 'a') markLink(element);
      if (element.tagName === 'img') element.properties.loading = 'lazy';
      if (/^h[2-6]$/.test(element.tagName) && !element.properties.id)
        element.properties.id = headingId(element, used);
      if (element.tagName === 'table' && parent && index !== undefined && !isWrapper(parent)) {
        parent.children[index] = wrap(element);
      }
    });
  };
}

function markLink(link: Element): void {
  if (/^https?:/i.test(String(link.properties.href ?? ''))) link.properties.rel = ['noopener', 'nofollow'];
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

function headingId(heading: Element, used: Map<string, number>): string {
  const words = textOf(heading)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const id = `section-${words || 'part'}`;
  const times = (used.get(id) ?? 0) + 1;
  used.set(id, times);
  return times === 1 ? id : `${id}-${times}`;
}

function textOf(node: Element | RootContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
}
