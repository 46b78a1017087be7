import type { Element, ElementContent } from 'hast';
import { element, isBlock, isNamed, text, textOf } from './hast-parts.ts';
import type { TidyAll, Tidying } from './tidying.ts';

/** A table as Markdown can hold it: cells of one line, no merged ones. A table of one cell is a frame, and goes. */
export function tidyTable(given: Element, tidying: Tidying, tidyAll: TidyAll): ElementContent[] {
  const rows = rowsOf(given);
  const captions = given.children
    .filter((child) => isNamed(child, 'caption'))
    .map((child) => element('p', isNamed(child, 'caption') ? tidyAll(child.children, tidying) : []));
  const cells = rows.map((row) => row.children.filter((cell) => isNamed(cell, 'td', 'th')));
  const [only] = cells.flat();
  if (cells.flat().length === 1 && isNamed(only, 'td', 'th'))
    return [...captions, element('div', tidyAll(only.children, tidying))];
  const tidied = cells.map((row, index) =>
    element(
      'tr',
      row.map((cell) => (isNamed(cell, 'td', 'th') ? cellOf(cell, index === 0, tidying, tidyAll) : cell)),
    ),
  );
  return tidied.length === 0 ? captions : [...captions, element('table', [element('tbody', tidied)])];
}

function rowsOf({ children }: Element): Element[] {
  return children.flatMap((child) => {
    if (isNamed(child, 'tr')) return [child];
    return isNamed(child, 'thead', 'tbody', 'tfoot') ? rowsOf(child) : [];
  });
}

function cellOf(cell: Element, isHead: boolean, tidying: Tidying, tidyAll: TidyAll): Element {
  const { align, colSpan, rowSpan } = cell.properties;
  if (Number(colSpan ?? 1) > 1 || Number(rowSpan ?? 1) > 1) tidying.lost.add('cells');
  const marks = isHead ? (['strong', ...tidying.marks] as const) : tidying.marks;
  const children = inOneLine(tidyAll(cell.children, { ...tidying, marks }), tidying);
  return element(isHead ? 'th' : 'td', children, { align, colSpan, rowSpan });
}

/** The words of blocks one after the other; what had a shape of its own is named. */
function inOneLine(children: readonly ElementContent[], tidying: Tidying): ElementContent[] {
  return children.flatMap((child, index): ElementContent[] => {
    if (child.type !== 'element') return [child];
    if (child.tagName === 'br') return [text(' ')];
    if (!isBlock(child)) return [child];
    if (isNamed(child, 'ul', 'ol', 'table', 'pre', 'blockquote')) tidying.lost.add('cells');
    if (child.tagName === 'pre') return [element('code', [text(textOf(child).replace(/\s+/g, ' '))])];
    const before = index === 0 ? [] : [text(' ')];
    return [...before, ...inOneLine(child.children, tidying), text(' ')];
  });
}
