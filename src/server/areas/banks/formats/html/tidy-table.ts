import type { Element, ElementContent } from 'hast';
import { m } from '../../../../../messages/messages.js';

const MAX_SPAN = 12;
const MAX_SPANS = 30;
const BLOCK = /^(?:p|div|ul|ol|li|dl|dd|dt|pre|blockquote|h[1-6]|table|caption|tr|td|th|br|hr)$/;

/** A table whose cells hold one line each. Its caption becomes a paragraph before it. */
export function tidyTable(table: Element, lost: Set<string>): ElementContent[] {
  const captions = table.children.flatMap((child) =>
    child.type === 'element' && child.tagName === 'caption' ? [{ ...child, tagName: 'p' }] : [],
  );
  let spans = 0;
  const tidy = (element: Element): Element => {
    if (!/^t[dh]$/.test(element.tagName))
      return {
        ...element,
        children: element.children.map((child) => (isElement(child) ? tidy(child) : child)),
      };
    const { align, colSpan, rowSpan } = element.properties;
    const span = (value: unknown) => Math.min(MAX_SPAN, Math.max(1, Math.trunc(Number(value)) || 1));
    if (span(colSpan) > 1 || span(rowSpan) > 1) {
      lost.add(m.imports_merged_table_cells_were_split());
      spans += 1;
    }
    const isKept = spans <= MAX_SPANS;
    return {
      ...element,
      properties: { align, ...(isKept && { colSpan: span(colSpan), rowSpan: span(rowSpan) }) },
      children: inOneLine(element.children, lost),
    };
  };
  return [...captions, tidy(table)];
}

function isElement(child: ElementContent): child is Element {
  return child.type === 'element';
}

function inOneLine(children: readonly ElementContent[], lost: Set<string>): ElementContent[] {
  const blocks = children.filter((child) => isElement(child) && BLOCK.test(child.tagName));
  const isOneBlock = children.every((child) => blocks.includes(child) || !hasWords(child));
  if (blocks.length > 1 || (blocks.length === 1 && !isOneBlock))
    lost.add(m.imports_paragraphs_and_lists_in_table_cells_became());
  return children.flatMap((child) => {
    if (!isElement(child) || !BLOCK.test(child.tagName)) return [child];
    const space: ElementContent = { type: 'text', value: ' ' };
    return [space, ...inOneLine(child.children, lost), space];
  });
}

function hasWords(child: ElementContent): boolean {
  return child.type !== 'text' || child.value.trim() !== '';
}
