import type { Element, ElementContent, Root, RootContent, Text } from 'hast';
import { m } from '../../../../../messages/messages.js';
import { formulaPlace, type Places, placeFormulas, tagPlaces } from '../moodle/placeholders.ts';
import { PICTURE_FAULTS, type Pictures } from '../pictures.ts';
import { tidyTable } from './tidy-table.ts';
import { isHidden, LETTERS, withStyle } from './with-style.ts';

type Child = RootContent | ElementContent;
export interface Tidying {
  /** What is lost, in words. */
  readonly lost: Set<string>;
  readonly code: boolean;
  readonly places: Places;
  readonly pictures: Pictures;
}

/** Elements that go with all they hold, and what is said of them. */
const GONE: Readonly<Record<string, () => string>> = {
  script: m.imports_scripts_were_removed,
  noscript: m.imports_scripts_were_removed,
  style: m.imports_styles_were_removed,
  ...Object.fromEntries(
    ['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'video', 'audio'].map((name) => [
      name,
      m.imports_an_embedded_video_sound_or_page_was,
    ]),
  ),
  ...Object.fromEntries(
    ['input', 'select', 'textarea', 'datalist', 'progress', 'meter'].map((name) => [
      name,
      m.imports_form_fields_were_removed,
    ]),
  ),
  ...Object.fromEntries(['svg', 'canvas', 'map'].map((name) => [name, m.imports_drawings_were_removed])),
};
const SILENT = /^(?:link|meta|base|title|template|area|param|source|track|col|colgroup)$/;
/** Other names of what Markdown has a sign for. */
const RENAMED: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  s: 'del',
  strike: 'del',
  ins: 'u',
  data: 'span',
};
const TITLES = m.imports_tooltips_title_were_removed;
const SIZED = /(?:^|;)\s*(?:width|height)\s*:/i;
const MARKS = /^(?:strong|em|del|u|sub|sup)$/;
const BLOCK =
  /^(?:p|div|ul|ol|li|dl|dd|dt|table|caption|pre|blockquote|h[1-6]|hr|section|article|center|header|footer|figure|details)$/;

/** Leaves of a tree what our Markdown can say. Answers what is lost, in words. */
export function tidyHtml(tree: Root, places: Places, pictures: Pictures): string[] {
  const lost = new Set<string>();
  tree.children = tidyAll(tree.children, { lost, places, pictures, code: false });
  return [...lost];
}

export function tidyAll(children: readonly Child[], tidying: Tidying): ElementContent[] {
  return children.flatMap((child) => {
    if (child.type === 'text')
      return [
        tidying.code ? child : text(placeFormulas(child.value.replaceAll('\u00a0', ' '), tidying.places)),
      ];
    return child.type === 'element' ? tidyElement(child, tidying) : [];
  });
}

function tidyElement(given: Element, tidying: Tidying): ElementContent[] {
  const { lost } = tidying;
  const tagName = RENAMED[given.tagName] ?? given.tagName;
  if (SILENT.test(tagName)) return [];
  const said = GONE[tagName]?.();
  if (said !== undefined) {
    lost.add(said);
    return [];
  }
  if (Object.keys(given.properties).some((name) => /^on/i.test(name)))
    lost.add(m.imports_scripts_were_removed());
  // What nobody was to see may be the answer.
  if (isHidden(given)) {
    if (given.children.length > 0 || tagName === 'img') lost.add(m.imports_hidden_text_was_removed());
    return [];
  }
  if (tagName === 'math') return mathOf(given, tidying);
  if (tagName === 'img') return pictureOf(given, tidying);
  const code = tidying.code || tagName === 'pre' || tagName === 'code';
  const children = tidyAll(withStyle({ ...given, tagName }, lost), { ...tidying, code });
  if (tagName === 'table') return tidyTable({ ...given, children }, lost);
  if (MARKS.test(tagName)) return code ? children : marked(tagName, children);
  if (tagName === 'a') return linkOf(given, children, lost);
  if (tagName === 'mark') lost.add(m.imports_highlighting_was_removed());
  if (tagName === 'ol') noteList(given, lost);
  if (tagName === 'li' && given.properties.value !== undefined)
    lost.add(m.imports_custom_numbers_of_list_items_were_removed());
  if (given.properties.title !== undefined) lost.add(TITLES());
  const { align, colSpan, rowSpan, start } = given.properties;
  const heading = /^h([1-6])$/.exec(tagName);
  return [
    {
      type: 'element',
      children,
      // Headings of a text are below those of the page.
      tagName: heading ? `h${Math.max(3, Number(heading[1]))}` : tagName,
      properties: { align, colSpan, rowSpan, start },
    },
  ];
}

/** Marks around words, not around space, blocks or nothing. */
function marked(tagName: string, children: readonly ElementContent[]): ElementContent[] {
  const result: ElementContent[] = [];
  let words: ElementContent[] = [];
  const end = () => {
    result.push(...aroundWords(tagName, words));
    words = [];
  };
  for (const child of children) {
    if (child.type !== 'element' || !BLOCK.test(child.tagName)) words.push(child);
    else {
      end();
      const inner = child.tagName === 'pre' ? child.children : marked(tagName, child.children);
      result.push({ ...child, children: inner });
    }
  }
  end();
  return result;
}

function aroundWords(tagName: string, given: readonly ElementContent[]): ElementContent[] {
  // The same mark within says nothing more.
  const children = given.flatMap((child) =>
    child.type === 'element' && child.tagName === tagName ? child.children : [child],
  );
  const first = children.findIndex((child) => !isSpace(child));
  if (first === -1) return children;
  const last = children.findLastIndex((child) => !isSpace(child));
  const inner = children.slice(first, last + 1);
  const [head, tail] = [inner[0], inner.at(-1)];
  const before = head?.type === 'text' && /^\s/.test(head.value) ? [text(' ')] : [];
  const after = tail?.type === 'text' && /\s$/.test(tail.value) ? [text(' ')] : [];
  if (head?.type === 'text') inner[0] = text(head.value.trimStart());
  const end = inner.at(-1);
  if (end?.type === 'text') inner[inner.length - 1] = text(end.value.trimEnd());
  const places = tagPlaces(tagName);
  const mark: ElementContent[] = places
    ? [text(places[0]), ...inner, text(places[1])]
    : [{ type: 'element', tagName, properties: {}, children: inner }];
  return [...children.slice(0, first), ...before, ...mark, ...after, ...children.slice(last + 1)];
}

function isSpace(child: ElementContent): boolean {
  if (child.type === 'text') return child.value.trim() === '';
  return child.type === 'element' && child.tagName === 'br';
}

function linkOf({ properties }: Element, children: ElementContent[], lost: Set<string>): ElementContent[] {
  const { href, title } = properties;
  const address = href === undefined ? null : addressOf(String(href), /^(?:https?|mailto):/i);
  if (address !== null)
    return [{ type: 'element', tagName: 'a', properties: { href: address, title }, children }];
  if (href !== undefined) lost.add(m.imports_links_that_only_work_on_their_platform());
  if (title !== undefined) lost.add(TITLES());
  return children;
}

function pictureOf({ properties }: Element, { lost, pictures }: Tidying): ElementContent[] {
  const given = String(properties.src ?? '');
  const onWeb = addressOf(given, /^https?:/i);
  const found = onWeb === null ? pictures.addressOf(given.trim()) : { address: onWeb };
  if ('fault' in found) {
    lost.add(PICTURE_FAULTS[found.fault][0]());
    return [];
  }
  const src = found.address;
  if (
    properties.width !== undefined ||
    properties.height !== undefined ||
    SIZED.test(String(properties.style))
  )
    lost.add(m.imports_sizes_of_pictures_were_removed());
  const alt = String(properties.alt ?? '');
  return [
    { type: 'element', tagName: 'img', properties: { src, alt, title: properties.title }, children: [] },
  ];
}

/** An address that leads somewhere from here; null for any other. */
function addressOf(given: string, known: RegExp): string | null {
  const address = given.trim();
  if (!known.test(address) || !URL.canParse(address)) return null;
  return new URL(address).href.replaceAll('(', '%28').replaceAll(')', '%29');
}

function noteList({ properties }: Element, lost: Set<string>): void {
  if (/^[ai]$/i.test(String(properties.type ?? ''))) lost.add(LETTERS());
  if (properties.reversed === true) lost.add(m.imports_a_list_that_counted_down_now_counts());
}

/** What a formula in MathML was written as, where it says so. */
function mathOf(element: Element, { lost, places }: Tidying): ElementContent[] {
  const place = formulaPlace(places, sourceOf(element), element.properties.display === 'block');
  if (place === '') lost.add(m.imports_formulas_in_mathml_were_removed());
  return [text(place)];
}

function sourceOf(element: Element): string {
  const isSource = element.tagName === 'annotation' && /tex/i.test(String(element.properties.encoding ?? ''));
  const own = element.children.map((child) => (isSource && child.type === 'text' ? child.value : ''));
  const inner = element.children.map((child) => (child.type === 'element' ? sourceOf(child) : ''));
  return [...own, ...inner].join('');
}

export function text(value: string): Text {
  return { type: 'text', value };
}
