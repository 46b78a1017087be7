/** A tag, whatever stands in its attributes. */
const TAG = /<\/?([a-z][a-z0-9]*)(?:"[^"]*"|'[^']*'|[^>"'])*>/gi;
/** Formulas stand twice in their HTML: for the eye and for screen readers. */
const SPOKEN_FORMULA = /<math[\s\S]*?<\/math>/g;
const INLINE = /^(?:a|b|code|del|em|i|kbd|mark|s|span|strong|sub|sup|u)$/i;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The words that a reader sees of HTML that we rendered, in one line: no marks of Markdown, no tags. */
export function renderedText(html: string): string {
  return html
    .replace(SPOKEN_FORMULA, '')
    .replace(TAG, (_, name: string) => (INLINE.test(name) ? '' : ' '))
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, decoded)
    .replace(/\s+/g, ' ')
    .trim();
}

function decoded(all: string, hex?: string, decimal?: string, name?: string): string {
  if (name) return NAMED[name.toLowerCase()] ?? all;
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
