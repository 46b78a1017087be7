import { m } from '../../messages/messages.js';

/** HTML that nobody wrote; says why in words. */
export class HtmlFault extends Error {
  override name = 'HtmlFault';
}

const MAX_LENGTH = 500_000;
const MAX_DEPTH = 150;
const TAG = /<(\/?)([a-z][^\s/>]*)/gi;
/** What never holds anything, and what the next of its kind ends. */
const FREE =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|d[dt]|t[rdh]|option)$/;

/** Refuses what would keep a parser busy: texts without end, and elements in elements that nobody closes. */
export function guardHtml(html: string): void {
  if (html.length > MAX_LENGTH) throw new HtmlFault(m.imports_it_is_too_long());
  const open = new Map<string, number>();
  let depth = 0;
  for (const [, closing, given = ''] of html.matchAll(TAG)) {
    const name = given.toLowerCase();
    if (FREE.test(name)) continue;
    const count = open.get(name) ?? 0;
    if (closing && count === 0) continue;
    open.set(name, closing ? count - 1 : count + 1);
    depth += closing ? -1 : 1;
    if (depth > MAX_DEPTH) throw new HtmlFault(m.imports_its_text_is_nested_too_deeply());
  }
}
