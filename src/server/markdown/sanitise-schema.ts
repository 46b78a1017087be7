import { defaultSchema, type Options } from 'rehype-sanitize';

/**
 * What Markdown of authors may become. Applied before mathematics, code and diagrams are drawn: what those make is ours,
 * what the author wrote is on this list or gone.
 */
export const SANITISE_SCHEMA: Options = {
  ...defaultSchema,
  tagNames: [
    ...[
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'p',
      'br',
      'hr',
      'blockquote',
      'ul',
      'ol',
      'li',
      'input',
      'pre',
      'code',
    ],
    ...['a', 'img', 'strong', 'em', 'del', 'sup', 'section', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: {
    a: [
      'href',
      'title',
      'ariaDescribedBy',
      'ariaLabel',
      'dataFootnoteRef',
      'dataFootnoteBackref',
      ['className', 'data-footnote-backref'],
      'id',
    ],
    img: ['src', 'alt', 'title'],
    code: [['className', /^language-[\w+#.-]{1,40}$/, 'math-inline', 'math-display']],
    input: [['type', 'checkbox'], 'checked', ['disabled', true]],
    li: [['className', 'task-list-item'], 'id'],
    ul: [['className', 'contains-task-list']],
    ol: ['start', ['className', 'contains-task-list']],
    section: ['dataFootnotes', ['className', 'footnotes']],
    th: [['align', 'left', 'right', 'center']],
    td: [['align', 'left', 'right', 'center']],
    h2: ['id', ['className', 'sr-only']],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  required: { input: { type: 'checkbox', disabled: true } },
};
