/** What has no other meaning anywhere in a line: no escapes, links, references, emphasis by one sign, or signs that nobody sees. */
const SIMPLE = /^[\p{L}\p{N}\p{M} \n,.?!'":;()%/=+#@$€–—…*`-]*$/u;
/** How no list, fence, or quote begins, and no line that is cut at its edges. */
const LINES = /^(?:(?:\p{L}|["'(]\p{L}|\*\*\p{L}|`[^`\n]|\d+(?![\d.)]))[^\n]*(?<! )(?:\n|$))+$/u;
/** In a line: code, strong words that begin and end at letters, and what is neither. */
const PARTS = /`([^`\n]+)`|\*\*([\p{L}\p{N}](?:[^*`\n]*[\p{L}\p{N}])?)\*\*|([^*`]+)/uy;
const STRONG_BEFORE = /(?:^|[ \n(])$/;
const STRONG_AFTER = /^(?:$|[ \n,.;:!?)])/;

/**
 * The HTML of a comment as most people write them: words, **strong** ones, `code`, and addresses. Null for every other one,
 * which the parser of Markdown reads; that takes a hundred times as long, and answers the same for these.
 */
export function simpleComment(
  markdown: string,
  linked: (text: string) => readonly { readonly href: string | null; readonly text: string }[],
): string | null {
  if (!SIMPLE.test(markdown) || markdown.includes('``')) return null;
  const paragraphs = markdown.split(/\n{2,}/);
  const made = paragraphs.map((paragraph) => (LINES.test(paragraph) ? inline(paragraph) : null));
  if (made.includes(null)) return null;
  return made.map((html) => `<p>${html}</p>`).join('\n');

  function inline(text: string): string | null {
    let html = '';
    PARTS.lastIndex = 0;
    for (let from = 0; from < text.length; from = PARTS.lastIndex) {
      PARTS.lastIndex = from;
      const match = PARTS.exec(text);
      if (!match) return null;
      const [whole, code, strong, words] = match;
      if (code !== undefined) {
        if (code.startsWith(' ') || code.endsWith(' ')) return null;
        html += `<code>${code}</code>`;
      } else if (strong !== undefined) {
        const isAlone =
          STRONG_BEFORE.test(text.slice(0, from)) && STRONG_AFTER.test(text.slice(from + whole.length));
        if (!isAlone) return null;
        html += `<strong>${addresses(strong)}</strong>`;
      } else html += addresses(words ?? '');
    }
    return html;
  }

  function addresses(text: string): string {
    const lines = text.split('\n').map((line) => {
      if (!line.includes('://')) return line;
      return linked(line)
        .map((part) =>
          part.href === null ? part.text : `<a href="${part.href}" rel="nofollow ugc">${part.text}</a>`,
        )
        .join('');
    });
    return lines.join('<br>\n');
  }
}
