const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
};
/** A tag with its attributes, or the text up to the next one. */
const PIECES = /<(\/?)([a-z][\w-]*)((?:"[^"]*"|[^">])*)>|[^<]+/gi;
const EMPTY = /^(?:br|hr|img|input|wbr)$/i;
/** Of a formula only its source says in one line what it is. */
const DRAWN = /\bkatex-html\b/;

/**
 * The words of sanitised HTML, for places that hold text only: options of a list, names of buttons. A formula stands as it
 * was written, a picture by its description.
 */
export function plainWords(html: string): string {
  const hidden = [false];
  let words = '';
  for (const [piece, closes, name, attributes = ''] of html.matchAll(PIECES)) {
    const isHidden = hidden.at(-1) === true;
    if (name === undefined) words += isHidden ? '' : piece;
    else if (closes) hidden.pop();
    else if (!EMPTY.test(name)) hidden.push(isHidden || name === 'mrow' || DRAWN.test(attributes));
    else if (!isHidden) words += /\balt="([^"]*)"/.exec(attributes)?.[1] ?? ' ';
  }
  return words
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? numbered(name) ?? whole)
    .trim();
}

/** Whether words say all of it: a formula, a picture and a block of code must be seen. */
export function isWordsOnly(html: string): boolean {
  return !/<(?:img|pre|svg)\b|class="katex/.test(html);
}

function numbered(name: string): string | undefined {
  const digits = /^#(x?)([0-9a-f]+)$/i.exec(name);
  if (!digits) return undefined;
  const code = Number.parseInt(digits[2] ?? '', digits[1] ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
