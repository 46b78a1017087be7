import type { Element } from 'hast';
import type { LostInPaste } from '#domain/writing/lost-in-paste';

export const MARKS = ['strong', 'em', 'del', 'u', 'sub', 'sup', 'code'] as const;
export type MarkName = (typeof MARKS)[number];

const BY_TAG: Readonly<Record<string, MarkName>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  cite: 'em',
  dfn: 'em',
  s: 'del',
  del: 'del',
  strike: 'del',
  u: 'u',
  ins: 'u',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};
const BY_STYLE: readonly (readonly [property: string, RegExp, MarkName])[] = [
  ['font-weight', /^(?:bold|bolder|[6-9]00)/, 'strong'],
  ['font-style', /^(?:italic|oblique)/, 'em'],
  ['text-decoration', /line-through/, 'del'],
  ['text-decoration', /underline/, 'u'],
  ['vertical-align', /^sub/, 'sub'],
  ['vertical-align', /^super/, 'sup'],
  ['font-family', /^["']?(?:courier|consolas|monaco|menlo|roboto mono|source code|monospace)/, 'code'],
];
/** Styles that take away what the name of an element says; Google Docs wraps everything in such a `<b>`. */
const UNDONE: Readonly<Partial<Record<MarkName, readonly [property: string, RegExp]>>> = {
  strong: ['font-weight', /^(?:normal|[1-5]00)/],
  em: ['font-style', /^normal/],
  del: ['text-decoration', /^none/],
  u: ['text-decoration', /^none/],
};

export type Style = ReadonlyMap<string, string>;

export function styleOf({ properties }: Element): Style {
  const declared = String(properties.style ?? '')
    .toLowerCase()
    .split(';')
    .map((each) => each.split(':'))
    .filter(([name, value]) => name?.trim() && value !== undefined)
    .map(
      ([name = '', ...value]) =>
        [name.trim().replace('text-decoration-line', 'text-decoration'), value.join(':').trim()] as const,
    );
  return new Map(declared);
}

/** What an element says about its words, by its name and its style. */
export function marksOf({ tagName }: Element, style: Style): MarkName[] {
  const own = BY_TAG[tagName];
  const [property, pattern] = (own && UNDONE[own]) ?? [];
  const isUndone = property !== undefined && pattern?.test(style.get(property) ?? '');
  const names = BY_STYLE.filter(([name, meaning]) => meaning.test(style.get(name) ?? '')).map(
    ([, , mark]) => mark,
  );
  return [...new Set([...(own && !isUndone ? [own] : []), ...names])];
}

const BLOCK = /^(?:p|div|h[1-6]|center)$/;

/** What the look of an element says that Markdown can't. */
export function lostLook(element: Element, style: Style): LostInPaste[] {
  const { properties, tagName } = element;
  const isColored =
    tagName === 'mark' ||
    isColor(style.get('background-color') ?? style.get('background') ?? '', 'paper') ||
    // Links have a color of their own everywhere.
    (tagName !== 'a' && isColor(style.get('color') ?? String(properties.color ?? ''), 'ink'));
  const align = style.get('text-align') ?? String(properties.align ?? '');
  const isAligned = tagName === 'center' || (BLOCK.test(tagName) && /^(?:center|right)/.test(align));
  return [...(isColored ? (['colors'] as const) : []), ...(isAligned ? (['alignment'] as const) : [])];
}

/** Whether somebody chose a color: grays are those of the program that it was copied from, and so is white behind words. */
function isColor(value: string, of: 'ink' | 'paper'): boolean {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})\b/.exec(value)?.[1];
  const parts = hex
    ? (hex.length === 3 ? [...hex].map((one) => one + one) : (hex.match(/../g) ?? [])).map((one) =>
        Number.parseInt(one, 16),
      )
    : (/^rgba?\(([^)]*)\)/
        .exec(value)?.[1]
        ?.split(/[\s,/]+/)
        .map(Number) ?? []);
  const [red, green, blue, alpha = 1] = parts;
  if (red === undefined || green === undefined || blue === undefined)
    return /^(?:red|green|blue|yellow|orange|purple|lime|aqua|cyan|magenta|fuchsia|pink|maroon|navy|teal|olive)\b/.test(
      value,
    );
  if (alpha === 0) return false;
  const spread = Math.max(red, green, blue) - Math.min(red, green, blue);
  return spread > (of === 'ink' ? 60 : 20);
}

export function isHidden({ properties }: Element, style: Style): boolean {
  return (
    (properties.hidden ?? false) !== false ||
    style.get('display') === 'none' ||
    style.get('visibility') === 'hidden' ||
    style.get('mso-hide') === 'all'
  );
}
