import type { Element, ElementContent } from 'hast';

/** What a style says that Markdown can say too. */
const MEANING: readonly (readonly [RegExp, string])[] = [
  [/(?:^|;)\s*font-weight\s*:\s*(?:bold|bolder|[6-9]00)/i, 'strong'],
  [/(?:^|;)\s*font-style\s*:\s*(?:italic|oblique)/i, 'em'],
  [/(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*underline/i, 'u'],
  [/(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*line-through/i, 'del'],
  [/(?:^|;)\s*vertical-align\s*:\s*sub\b/i, 'sub'],
  [/(?:^|;)\s*vertical-align\s*:\s*super\b/i, 'sup'],
];
/** What it says besides, and how its loss is told. */
const LOST: readonly (readonly [RegExp, string])[] = [
  [
    /(?:^|;)\s*(?:background-)?color\s*:\s*(?!\s|inherit|initial|transparent|black|white|windowtext|#000|#fff|rgb\(0, ?0, ?0\)|rgb\(255, ?255, ?255\))/i,
    'colors were left out',
  ],
  [/(?:^|;)\s*font(?:-family|-size)?\s*:\s*(?!\s|inherit|initial)/i, 'fonts and text sizes were left out'],
  [/(?:^|;)\s*text-align\s*:\s*(?:center|right|justify)/i, 'alignment was left out'],
];

/** What an element holds, with elements for what its style means; what cannot be said is told. */
export function withStyle(element: Element, lost: Set<string>): ElementContent[] {
  const { properties, tagName } = element;
  const style = String(properties.style ?? '');
  const isCell = /^t[dh]$/.test(tagName);
  for (const [pattern, words] of LOST)
    if (pattern.test(style) && !(isCell && words === 'alignment was left out')) lost.add(words);
  if (properties.color !== undefined || properties.bgColor !== undefined) lost.add('colors were left out');
  if (/^(?:font|big|small)$/.test(tagName) && !isOnlyColor(properties))
    lost.add('fonts and text sizes were left out');
  if (
    tagName === 'center' ||
    (properties.align !== undefined && !/^t[drh]$|^t(?:able|body|head)$/.test(tagName))
  )
    lost.add('alignment was left out');
  const names = MEANING.flatMap(([pattern, name]) => (pattern.test(style) && name !== tagName ? [name] : []));
  return names.reduce<ElementContent[]>(
    (children, name) => [{ type: 'element', tagName: name, properties: {}, children }],
    element.children,
  );
}

function isOnlyColor({ color, face, size }: Element['properties']): boolean {
  return color !== undefined && face === undefined && size === undefined;
}
