/** Signs that no text holds and no conversion touches, for what our Markdown writes as it is. */
const TAGS: readonly string[] = ['<sub>', '</sub>', '<sup>', '</sup>', '<u>', '</u>'];
const FIRST = 0xe020;
const OPEN = '\ue026';
const CLOSE = '\ue027';
const ENCODED = /&#xE02([0-7]);/g;
const TAG = /[\ue020-\ue025]/g;
const FORMULA = /\ue026(\d+)\ue027/g;

/** Where each kind of formula begins and ends as other platforms write it, and whether it stands on its own. */
const FENCES = [
  ['\\(', '\\)', false],
  ['\\[', '\\]', true],
  ['$$', '$$', true],
] as const;

/** Markdown with places that are filled in the end. */
export interface Places {
  readonly formulas: string[];
}

export function withoutPlaces(text: string): string {
  return text.replace(/[\ue020-\ue027]/g, '');
}

/** The place of `<sub>`, `</sub>` and so on; null for other elements. */
export function tagPlaces(name: string): readonly [string, string] | null {
  const at = TAGS.indexOf(`<${name}>`);
  return at === -1 ? null : [String.fromCharCode(FIRST + at), String.fromCharCode(FIRST + at + 1)];
}

export function formulaPlace({ formulas }: Places, source: string, isDisplayed: boolean): string {
  const written = source.replace(/\s+/g, ' ').trim();
  return written === '' ? '' : `${OPEN}${formulas.push(fenced(written, isDisplayed)) - 1}${CLOSE}`;
}

/** Text with places for its formulas. */
export function placeFormulas(text: string, places: Places): string {
  let result = '';
  let from = 0;
  // Looked for again only when passed, so that a long text is read once.
  const next = new Map(FENCES.map((fence) => [fence, text.indexOf(fence[0])]));
  for (;;) {
    for (const [fence, at] of next) {
      const later = at < from ? text.indexOf(fence[0], from) : at;
      if (later === -1) next.delete(fence);
      else next.set(fence, later);
    }
    const [found] = [...next].map(([fence, at]) => ({ fence, at })).sort((a, b) => a.at - b.at);
    if (!found) break;
    const { at, fence } = found;
    const end = text.indexOf(fence[1], at + 2);
    const place = end === -1 ? '' : formulaPlace(places, text.slice(at + 2, end), fence[2]);
    if (end === -1) next.delete(fence);
    else if (place === '') {
      result += text.slice(from, end + 2);
      from = end + 2;
    } else {
      result += text.slice(from, at) + place;
      from = end + 2;
    }
  }
  return result + text.slice(from);
}

/** The Markdown with everything in its place. */
export function fillPlaces(markdown: string, { formulas }: Places): string {
  const plain = markdown.replace(ENCODED, (_, digit: string) => String.fromCharCode(FIRST + Number(digit)));
  const tagged = plain.replace(TAG, (sign) => TAGS[sign.charCodeAt(0) - FIRST] ?? '');
  if (formulas.length === 0) return tagged;
  return tagged
    .split('\n')
    .map((line) => {
      const isRow = line.trimStart().startsWith('| ');
      return line.replace(FORMULA, (_, at: string) => {
        const formula = formulas[Number(at)] ?? '';
        // A stroke would end the cell.
        return isRow ? formula.replaceAll('|', '\\vert ') : formula;
      });
    })
    .join('\n');
}

/** Between as many dollar signs as it has none of; what stood on its own has two or more. */
function fenced(formula: string, isDisplayed: boolean): string {
  const within = new Set((formula.match(/\$+/g) ?? []).map((run) => run.length));
  let size = isDisplayed ? 2 : 1;
  while (within.has(size)) size += 1;
  const space = within.size > 0 ? ' ' : '';
  return `${'$'.repeat(size)}${space}${formula}${space}${'$'.repeat(size)}`;
}
