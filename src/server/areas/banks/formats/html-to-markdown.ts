import sanitizeHtml from 'sanitize-html';

const TAGS = [
  ...['p', 'div', 'br', 'hr', 'strong', 'b', 'em', 'i', 'code', 'pre', 'ul', 'ol', 'li', 'a', 'img', 'span'],
  ...[
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'table',
    'thead',
    'tbody',
    'tr',
    'td',
    'th',
    'sub',
    'sup',
    'u',
  ],
];
const TOKEN = /<(\/?)([a-z0-9]+)((?:\s[^>]*)?)\s*\/?>|([^<]+)/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
/** Mathematics as other platforms write it. */
const FORMULA = /\\\((.+?)\\\)|\\\[([\s\S]+?)\\\]|\$\$([\s\S]+?)\$\$/g;

export interface Converted {
  readonly text: string;
  readonly changes: string[];
}

/** HTML of anybody as our Markdown: what Markdown cannot say is left out, and what looks like Markdown is escaped. */
export function htmlToMarkdown(html: string): Converted {
  if (!/[<&]/.test(html)) return { text: escapeMarkdown(html).trim(), changes: [] };
  const clean = sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href'], img: ['src', 'alt'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
  });
  const changes: string[] = [];
  if (/<(?:script|style|iframe|object|embed|form|input|svg|math|video|audio|link|meta|base)\b/i.test(html))
    changes.push('elements that cannot be kept were left out');
  if (/\son\w+\s*=|javascript:/i.test(html)) changes.push('scripts were left out');
  if (html.includes('@@PLUGINFILE@@') || /src=["']?data:/i.test(html))
    changes.push('pictures inside the file were left out');
  return { text: tidy(convert(clean)), changes };
}

/** The words of HTML, for answers that are compared with what somebody types. */
export function htmlToText(html: string): string {
  const words = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return decode(words).replace(/\s+/g, ' ').trim();
}

/** Text that shall be read as it is, as Markdown; formulas stay formulas. */
export function escapeMarkdown(text: string): string {
  let result = '';
  let from = 0;
  for (const found of text.matchAll(FORMULA)) {
    result += escapeSigns(text.slice(from, found.index));
    const [whole, inline, block, dollars] = found;
    result += inline === undefined ? `$$${block ?? dollars ?? ''}$$` : `$${inline.trim()}$`;
    from = found.index + whole.length;
  }
  return result + escapeSigns(text.slice(from));
}

function escapeSigns(text: string): string {
  return text
    .replace(/[\\`*_[\]<>$~|{}]/g, '\\$&')
    .replace(/^([ \t]*)([-+#>]|\d+[.)])(?=\s)/gm, (_, space: string, mark: string) => `${space}\\${mark}`)
    .replace(/^([ \t]*)\\(\d+)([.)])/gm, '$1$2\\$3');
}

/** What is being written, and inside of what. */
interface Draft {
  text: string;
  /** Inside code, where nothing is escaped: a line of it, or a block. */
  code: 'line' | 'block' | null;
  readonly lists: string[];
  readonly links: string[];
}

interface Tag {
  readonly isEnd: boolean;
  readonly name: string;
  readonly attributes: string;
}

const gap = () => '\n\n';
const heading = (_: Draft, { isEnd }: Tag) => (isEnd ? '\n\n' : '\n\n### ');
const list = ({ lists }: Draft, { isEnd, name }: Tag) => {
  if (isEnd) lists.pop();
  else lists.push(name);
  return '\n';
};
const wrapIn = (mark: string) => () => mark;

/** What each element adds to the Markdown. */
const WRITE: Readonly<Record<string, (draft: Draft, tag: Tag) => string>> = {
  p: gap,
  div: gap,
  blockquote: gap,
  table: gap,
  br: () => '\n',
  hr: () => '\n\n---\n\n',
  tr: () => '\n',
  td: (_, { isEnd }) => (isEnd ? ' · ' : ''),
  th: (_, { isEnd }) => (isEnd ? ' · ' : ''),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading])),
  ul: list,
  ol: list,
  li: ({ lists }, { isEnd }) =>
    isEnd ? '\n' : `${'  '.repeat(Math.max(0, lists.length - 1))}${lists.at(-1) === 'ol' ? '1.' : '-'} `,
  strong: wrapIn('**'),
  b: wrapIn('**'),
  em: wrapIn('*'),
  i: wrapIn('*'),
  pre: (draft, { isEnd }) => {
    draft.code = isEnd ? null : 'block';
    return isEnd ? '\n```\n\n' : '\n\n```\n';
  },
  code: (draft, { isEnd }) => {
    if (draft.code === 'block') return '';
    draft.code = isEnd ? null : 'line';
    return '`';
  },
  a: ({ links }, { attributes, isEnd }) => {
    if (!isEnd) links.push(addressOf(attributes, 'href'));
    const address = (isEnd ? links.pop() : links.at(-1)) ?? '';
    if (address === '') return '';
    return isEnd ? `](${address})` : '[';
  },
  img: (_, { attributes }) => {
    const address = addressOf(attributes, 'src');
    return address === '' ? '' : `![${escapeSigns(attributeOf(attributes, 'alt'))}](${address})`;
  },
};

function convert(html: string): string {
  const draft: Draft = { text: '', code: null, lists: [], links: [] };
  for (const [, closing, name = '', attributes = '', text] of html.matchAll(TOKEN)) {
    if (text === undefined)
      draft.text += WRITE[name]?.(draft, { isEnd: closing === '/', name, attributes }) ?? '';
    else {
      const words = decode(text);
      draft.text += draft.code === null ? escapeMarkdown(words.replace(/\s+/g, ' ')) : words;
    }
  }
  return draft.text;
}

function attributeOf(attributes: string, name: string): string {
  return decode(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
}

/** An address that stands in Markdown; nothing for one that leads nowhere. */
function addressOf(attributes: string, name: string): string {
  const address = attributeOf(attributes, name);
  if (!/^(?:https?:|mailto:)/i.test(address) || !URL.canParse(address)) return '';
  return new URL(address).href.replace(/[()<>\\]/g, (sign) =>
    encodeURIComponent(sign).replace('(', '%28').replace(')', '%29'),
  );
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
  });
}

function tidy(markdown: string): string {
  const lines = markdown.split('\n').map((line) => line.replace(/ · $/, '').trimEnd());
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
