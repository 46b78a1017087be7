import type { Element, ElementContent, Nodes, Text } from 'hast';

export const BLOCK =
  /^(?:p|div|ul|ol|li|dl|dd|dt|table|thead|tbody|tfoot|tr|td|th|caption|pre|blockquote|h[1-6]|hr|section|article|main|header|footer|aside|nav|figure|figcaption|details|summary|address|center)$/;

export function text(value: string): Text {
  return { type: 'text', value };
}

export function element(
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element {
  return { type: 'element', tagName, properties, children };
}

export function isBlock(node: ElementContent): boolean {
  return node.type === 'element' && BLOCK.test(node.tagName);
}

export function isNamed(node: ElementContent | undefined, ...names: string[]): node is Element {
  return node?.type === 'element' && names.includes(node.tagName);
}

/** The words of a tree; a break is a new line. */
export function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'root' && node.type !== 'element') return '';
  if (node.type === 'element' && node.tagName === 'br') return '\n';
  return node.children.map(textOf).join('');
}
