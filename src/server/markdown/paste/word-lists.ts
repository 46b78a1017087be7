import type { Element, ElementContent } from 'hast';
import { element, isNamed, textOf } from './hast-parts.ts';
import { styleOf } from './paste-style.ts';

interface Item {
  readonly level: number;
  readonly tagName: 'ul' | 'ol';
  readonly start: number;
  readonly children: ElementContent[];
}

/** Word writes items of lists as paragraphs with a style and a printed sign: makes lists of them. */
export function withWordLists(children: readonly ElementContent[]): ElementContent[] {
  const result: ElementContent[] = [];
  let items: Item[] = [];
  const end = () => {
    if (items.length > 0) result.push(...listsOf(items));
    items = [];
  };
  for (const child of children) {
    const item = isNamed(child, 'p') ? itemOf(child) : null;
    if (item) items.push(item);
    else if (items.length > 0 && isSpace(child)) continue;
    else {
      end();
      result.push(child);
    }
  }
  end();
  return result;
}

function isSpace(child: ElementContent): boolean {
  return child.type === 'comment' || (child.type === 'text' && child.value.trim() === '');
}

function itemOf(paragraph: Element): Item | null {
  const list = styleOf(paragraph).get('mso-list') ?? '';
  const level = Number(/level(\d+)/.exec(list)?.[1] ?? 0);
  if (level === 0) return null;
  const sign = signOf(paragraph).trim();
  const isNumbered = /^\(?(?:\d+|[a-z]{1,2}|[ivxlc]+)[.)]/i.test(sign);
  return {
    level,
    tagName: isNumbered ? 'ol' : 'ul',
    start: Number.parseInt(sign, 10) || 1,
    children: withoutSign(paragraph.children),
  };
}

function isSign(node: ElementContent): boolean {
  return node.type === 'element' && styleOf(node).get('mso-list') === 'ignore';
}

function signOf({ children }: Element): string {
  return children
    .map((child) => (child.type !== 'element' ? '' : isSign(child) ? textOf(child) : signOf(child)))
    .join('');
}

function withoutSign(children: readonly ElementContent[]): ElementContent[] {
  return children
    .filter((child) => !isSign(child))
    .map((child) => (child.type === 'element' ? { ...child, children: withoutSign(child.children) } : child));
}

function listsOf(items: readonly Item[]): Element[] {
  const lists: Element[] = [];
  const open: { level: number; list: Element }[] = [];
  for (const { children, level, start, tagName } of items) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const top = open.at(-1);
    const isNext = top?.level === level && (open.length > 1 || top.list.tagName === tagName);
    if (!isNext) {
      if (top?.level === level) open.pop();
      const list = element(tagName, [], start > 1 ? { start } : {});
      const above = open.at(-1)?.list.children.at(-1);
      if (isNamed(above, 'li')) above.children.push(list);
      else lists.push(list);
      open.push({ level, list });
    }
    open.at(-1)?.list.children.push(element('li', children));
  }
  return lists;
}
