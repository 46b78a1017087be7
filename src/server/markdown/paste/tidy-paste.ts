import type { Element, ElementContent, Root } from 'hast';
import { hostedVideo } from '#domain/media/video-address';
import type { LostInPaste } from '#domain/writing/lost-in-paste';
import { element, isBlock, isNamed, text, textOf } from './hast-parts.ts';
import { joined, markedWith } from './marked-with.ts';
import { isHidden, lostLook, type MarkName, marksOf, styleOf } from './paste-style.ts';
import { tidyTable } from './paste-table.ts';
import type { Tidying } from './tidying.ts';
import { withWordLists } from './word-lists.ts';

const SILENT =
  /^(?:style|script|noscript|meta|link|title|base|template|xml|col|colgroup|area|map|wbr)$|^(?:w|m|v):/;
const GONE: Readonly<Record<string, LostInPaste>> = {
  iframe: 'embeds',
  object: 'embeds',
  embed: 'embeds',
  video: 'embeds',
  audio: 'embeds',
  canvas: 'drawings',
  input: 'forms',
  select: 'forms',
  textarea: 'forms',
  button: 'forms',
};

/** Leaves of pasted HTML what our Markdown can say, and names in `lost` what it can't. */
export function tidyPaste(tree: Root, lost: Set<LostInPaste>): Root {
  const children = tree.children.filter((child) => child.type !== 'doctype');
  const hasTitle = children.some(function has(node): boolean {
    return node.type === 'element' && (isTitle(node) || node.children.some(has));
  });
  return { type: 'root', children: tidyAll(children, { lost, down: hasTitle ? 1 : 0, marks: [] }) };
}

function isTitle({ properties, tagName }: Element): boolean {
  return tagName === 'h1' || /\bMsoTitle\b/.test(String(properties.className ?? ''));
}

export function tidyAll(children: readonly ElementContent[], tidying: Tidying): ElementContent[] {
  const tidied = withWordLists(children).flatMap((child) => {
    if (child.type === 'text') return [text(child.value.replaceAll('\u00a0', ' '))];
    return child.type === 'element' ? tidyElement(child, tidying) : [];
  });
  return joined(tidied);
}

function tidyElement(given: Element, tidying: Tidying): ElementContent[] {
  const { lost } = tidying;
  const { properties, tagName } = given;
  const style = styleOf(given);
  const classes = String(properties.className ?? '');
  if (SILENT.test(tagName) || isHidden(given, style)) return [];
  if (style.get('mso-element')?.startsWith('comment') || classes.includes('MsoCommentReference')) {
    lost.add('comments');
    return [];
  }
  if (tagName === 'input' && properties.type === 'checkbox') return [given];
  if (tagName === 'iframe' && hostedVideo(String(properties.src ?? ''))) return [videoOf(properties)];
  const said = GONE[tagName];
  if (said) {
    lost.add(said);
    return [];
  }
  if (tagName === 'svg') {
    // Icons beside words say nothing.
    if (properties.ariaHidden !== 'true') lost.add('drawings');
    return [];
  }
  if (/\bkatex\b/.test(classes) || tagName === 'math') return formulaOf(given, tidying);
  if (tagName === 'img') return pictureOf(given, tidying);
  if (tagName === 'br') return classes.includes('Apple-interchange-newline') ? [] : [element('br', [])];
  if (tagName === 'hr') return [element('hr', [])];
  for (const one of lostLook(given, style)) lost.add(one);
  if (tagName === 'pre') return [codeOf(given)];
  if (tagName === 'table') return tidyTable(given, tidying, tidyAll);
  return structureOf(given, marksOf(given, style), tidying);
}

/** Headings, lists, links and words with marks. */
function structureOf(given: Element, own: readonly MarkName[], tidying: Tidying): ElementContent[] {
  const { properties, tagName } = given;
  const level = isTitle(given) ? 1 : Number(/^h([1-6])$/.exec(tagName)?.[1] ?? 0);
  // A heading is bold, and a link underlined, by itself.
  const implied: readonly MarkName[] = level > 0 ? ['strong'] : tagName === 'a' ? ['u'] : [];
  const marks = own.filter((mark) => ![...tidying.marks, ...implied].includes(mark));
  const inner = { ...tidying, marks: [...tidying.marks, ...implied, ...marks] };
  const children = tidyAll(given.children, inner);
  if (level > 0) return [element(`h${Math.min(6, level + tidying.down)}`, children)];
  if (tagName === 'a') return linkOf(given, markedWith(marks, children), tidying);
  if (tagName === 'ul' || tagName === 'ol')
    return [element(tagName, nested(children), tagName === 'ol' ? { start: properties.start } : {})];
  if (tagName === 'li') return [element('li', itemOf(children))];
  if (isBlock(given)) return [element(tagName === 'center' ? 'div' : tagName, markedWith(marks, children))];
  return markedWith(marks, children);
}

/** A list that stands beside items, as Google Docs writes it, belongs to the item before. */
function nested(children: readonly ElementContent[]): ElementContent[] {
  const items: ElementContent[] = [];
  for (const child of children) {
    const before = items.findLast((one) => isNamed(one, 'li'));
    if (isNamed(child, 'ul', 'ol') && isNamed(before, 'li')) before.children.push(child);
    else items.push(child);
  }
  return items;
}

/** One paragraph in an item is its words. */
function itemOf(children: ElementContent[]): ElementContent[] {
  const paragraphs = children.filter((child) => isNamed(child, 'p', 'div'));
  if (paragraphs.length !== 1) return children;
  return children.flatMap((child) => (isNamed(child, 'p', 'div') ? child.children : [child]));
}

function linkOf({ properties }: Element, children: ElementContent[], { lost }: Tidying): ElementContent[] {
  const given = String(properties.href ?? '').trim();
  const isEmpty = children.every((child) => textOf(child).trim() === '' && !isNamed(child, 'img'));
  if (given === '' || isEmpty) return children;
  const address = webAddress(given);
  if (address) return [element('a', children, { href: address })];
  lost.add('links');
  return children;
}

function webAddress(given: string): string | null {
  if (!/^(?:https?|mailto):/i.test(given) || !URL.canParse(given)) return null;
  const url = new URL(given);
  // Google Docs leads through a page of its own.
  const target =
    /^www\.google\.[a-z.]+$/.test(url.hostname) && url.pathname === '/url' ? url.searchParams.get('q') : null;
  return target && /^https?:/i.test(target) && URL.canParse(target) ? new URL(target).href : url.href;
}

function pictureOf({ properties }: Element, { lost }: Tidying): ElementContent[] {
  const src = String(properties.src ?? '').trim();
  if (/^https:/i.test(src) && URL.canParse(src))
    return [
      element('img', [], { src: new URL(src).href, alt: String(properties.alt ?? '').replace(/\s+/g, ' ') }),
    ];
  lost.add('pictures');
  return [];
}

/** The video of another host is a link on a line of its own, which readers play in place. */
function videoOf({ src, title }: Element['properties']): Element {
  const address = new URL(String(src).trim()).href;
  const words = String(title ?? '').trim() || address;
  return element('p', [element('a', [text(words)], { href: address })]);
}

function codeOf(given: Element): Element {
  const code = given.children.find((child) => isNamed(child, 'code'));
  const className = [given, ...(isNamed(code, 'code') ? [code] : [])]
    .flatMap(({ properties }) => String(properties.className ?? '').split(/[\s,]+/))
    .find((one) => one.startsWith('language-'));
  return element('pre', [
    element('code', [text(textOf(given).replace(/\n$/, ''))], className ? { className: [className] } : {}),
  ]);
}

/** A formula by the TeX that it was made of, where it says so. */
function formulaOf(given: Element, { lost }: Tidying): ElementContent[] {
  const source = texOf(given)?.trim();
  if (!source) {
    lost.add('math');
    return [];
  }
  const isDisplay = given.properties.display === 'block' || /display="?block/.test(JSON.stringify(given));
  return [element('span', [text(source)], { dataFormula: isDisplay ? 'block' : 'inline' })];
}

function texOf(node: Element): string | undefined {
  if (node.tagName === 'annotation' && /tex/i.test(String(node.properties.encoding ?? '')))
    return textOf(node);
  for (const child of node.children) {
    const found = child.type === 'element' ? texOf(child) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
