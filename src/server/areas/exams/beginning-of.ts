import sanitizeHtml from 'sanitize-html';
import { htmlToText } from '#server/areas/banks/formats/html-to-markdown';

/** Characters that tell one question from another. */
const MOST = 140;
/** Where lines, paragraphs and cells would run into each other. */
const BREAK = /<(?:br|\/(?:p|li|t[dh]|h\d|div|pre))\b/g;

/** The first words of HTML as plain text, for a line in a list; a formula is said once, not as it is drawn, too. */
export function beginningOf(html: string): string {
  const words = sanitizeHtml(html.replace(BREAK, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: ['annotation', 'script', 'style'],
    transformTags: {
      span: (tagName, attribs) => ({
        tagName: attribs.class === 'katex-html' ? 'annotation' : tagName,
        attribs,
      }),
    },
  });
  const text = htmlToText(words);
  if (text.length <= MOST) return text;
  const cut = text.slice(0, MOST + 1);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > 0 ? end : MOST)}…`;
}
