const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
};

/** The words of sanitised HTML, for places that hold text only: options of a list, names of buttons. */
export function plainWords(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? numbered(name) ?? whole)
    .trim();
}

function numbered(name: string): string | undefined {
  const digits = /^#(x?)([0-9a-f]+)$/i.exec(name);
  if (!digits) return undefined;
  const code = Number.parseInt(digits[2] ?? '', digits[1] ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
