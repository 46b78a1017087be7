import type { Element, ElementContent } from 'hast';
import { m } from '../../../../../messages/messages.js';

/** What a style says that Markdown can say too. */
const MEANING: readonly (readonly [RegExp, string])[] = [
  [/(?:^|;)\s*font-weight\s*:\s*(?:bold|bolder|[6-9]00)/i, 'strong'],
  [/(?:^|;)\s*font-style\s*:\s*(?:italic|oblique)/i, 'em'],
  [/(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*underline/i, 'u'],
  [/(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*line-through/i, 'del'],
  [/(?:^|;)\s*vertical-align\s*:\s*sub\b/i, 'sub'],
  [/(?:^|;)\s*vertical-align\s*:\s*super\b/i, 'sup'],
];
const ALIGNMENT = m.imports_alignment_was_removed;
const DIRECTION = m.imports_text_direction_was_removed;
export const LETTERS = m.imports_list_letters_became_numbers;

/** What it says besides, and how its loss is reported. */
const LOST: readonly (readonly [RegExp, () => string])[] = [
  [
    /(?:^|;)\s*(?:background|background-color|color)\s*:\s*(?!\s|(?:inherit|initial|unset|none|transparent|black|white|windowtext|#000(?:000)?|#fff(?:fff)?|rgb\(0, ?0, ?0\)|rgb\(255, ?255, ?255\))\s*(?:!|;|$))[^;\s]/i,
    m.imports_colors_were_removed,
  ],
  [
    /(?:^|;)\s*(?:font(?:-family|-size)?\s*:\s*(?!\s|inherit|initial)|font-variant[\w-]*\s*:[^;]*small-caps)/i,
    m.imports_fonts_and_text_sizes_were_removed,
  ],
  [/(?:^|;)\s*text-align\s*:\s*(?:center|right|justify)/i, ALIGNMENT],
  [
    /(?:^|;)\s*text-transform\s*:\s*(?:uppercase|lowercase|capitalize)/i,
    m.imports_capitalization_styles_were_removed,
  ],
  [/(?:^|;)\s*direction\s*:\s*rtl/i, DIRECTION],
  [/(?:^|;)\s*list-style(?:-type)?\s*:[^;]*\b(?:lower|upper)-(?:alpha|latin|roman|greek)/i, LETTERS],
];
const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Whether the file shows an element to nobody. */
export function isHidden({ properties }: Element): boolean {
  return (properties.hidden ?? false) !== false || HIDDEN.test(String(properties.style ?? ''));
}

/** What an element holds, with elements for what its style means; what cannot be said is reported. */
export function withStyle(element: Element, lost: Set<string>): ElementContent[] {
  const { properties, tagName } = element;
  const style = String(properties.style ?? '');
  const isCell = /^t[dh]$/.test(tagName);
  for (const [pattern, words] of LOST)
    if (pattern.test(style) && !(isCell && words === ALIGNMENT)) lost.add(words());
  if (properties.color !== undefined || properties.bgColor !== undefined)
    lost.add(m.imports_colors_were_removed());
  if (/^(?:font|big|small)$/.test(tagName) && !isOnlyColor(properties))
    lost.add(m.imports_fonts_and_text_sizes_were_removed());
  if (
    tagName === 'center' ||
    (properties.align !== undefined && !/^t[drh]$|^t(?:able|body|head)$/.test(tagName))
  )
    lost.add(ALIGNMENT());
  if (/^rtl$/i.test(String(properties.dir ?? ''))) lost.add(DIRECTION());
  const names = MEANING.flatMap(([pattern, name]) => (pattern.test(style) && name !== tagName ? [name] : []));
  return names.reduce<ElementContent[]>(
    (children, name) => [{ type: 'element', tagName: name, properties: {}, children }],
    element.children,
  );
}

function isOnlyColor({ color, face, size }: Element['properties']): boolean {
  return color !== undefined && face === undefined && size === undefined;
}
