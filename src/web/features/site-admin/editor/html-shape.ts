const SAME_TAG: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's', strike: 's' };
/** Set by the server on every save, whatever the source says. */
const GIVEN_ATTRIBUTES = new Set(['rel', 'target', 'loading']);
const BLOCK_END =
  /(<\/(?:p|h[1-6]|ul|ol|li|blockquote|pre|table|thead|tbody|tr|dl|dt|dd|figure|section|div)>|<(?:ul|ol|blockquote)(?: [^>]*)?>|<hr ?\/?>)(?!\n)/g;

/** Parsed where nothing runs and nothing is loaded. */
function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}

/** HTML of the rich text editor as a person would write it: no paragraph inside a plain list entry, a line for each block. */
export function tidyHtml(html: string): string {
  const body = parse(html);
  for (const entry of body.querySelectorAll('li')) unwrapOnlyParagraph(entry);
  return body.innerHTML.replace(BLOCK_END, '$1\n').trim();
}

/** What two pieces of HTML have in common if they mean the same to a reader. */
export function meaningOf(html: string): string {
  return write(parse(html), false);
}

/** Tags and attributes of `source` that are not in `kept`, for a person to read: "<table>", "title of <a>". */
export function lostShape(source: string, kept: string): string[] {
  const remaining = countShape(kept);
  const lost = new Set<string>();
  for (const [name, count] of countShape(source)) if (count > (remaining.get(name) ?? 0)) lost.add(name);
  return [...lost];
}

/** Says nothing to a reader. */
const PLAIN = /^<(?:div|section|span)>$/;

/** What a page in HTML had that its Markdown, as readers see it, has not. */
export function lostInMarkdown(html: string, rendered: string): string[] {
  return lostShape(html, rendered).filter((name) => !PLAIN.test(name));
}

function countShape(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const body = parse(html);
  for (const entry of body.querySelectorAll('li')) unwrapOnlyParagraph(entry);
  for (const element of body.querySelectorAll('*')) {
    const tag = tagOf(element);
    // The parser itself puts rows into a body.
    if (tag !== 'tbody') add(`<${tag}>`);
    for (const { name } of element.attributes) if (!GIVEN_ATTRIBUTES.has(name)) add(`${name} of <${tag}>`);
  }
  return counts;
}

const BLOCKS = new Set(
  'body p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre hr br table thead tbody tfoot tr td th caption dl dt dd figure figcaption section div'.split(
    ' ',
  ),
);

function write(node: Element, isPlain: boolean): string {
  let text = '';
  for (const child of node.childNodes) {
    if (child instanceof Element) text += writeElement(child, isPlain);
    else if (child instanceof Text) text += isPlain ? child.data : shownText(child, node);
  }
  return text;
}

/** Text as it is shown: runs of space are one, and none at the edges of a block. */
function shownText(text: Text, parent: Element): string {
  const isEdge = (beside: ChildNode | null) =>
    beside ? beside instanceof Element && BLOCKS.has(beside.localName) : BLOCKS.has(parent.localName);
  let shown = text.data.replace(/[\t\n\r ]+/g, ' ');
  if (isEdge(text.previousSibling)) shown = shown.replace(/^ /, '');
  if (isEdge(text.nextSibling)) shown = shown.replace(/ $/, '');
  return shown;
}

function writeElement(element: Element, isPlain: boolean): string {
  const tag = tagOf(element);
  if (tag === 'li') unwrapOnlyParagraph(element);
  const attributes = [...element.attributes]
    .filter(
      ({ name, value }) =>
        !GIVEN_ATTRIBUTES.has(name) && !(tag === 'ol' && name === 'start' && value === '1'),
    )
    .map(({ name, value }) => ` ${name}="${value}"`)
    .sort()
    .join('');
  return `<${tag}${attributes}>${write(element, isPlain || tag === 'pre')}</${tag}>`;
}

function tagOf(element: Element): string {
  const name = element.localName;
  return SAME_TAG[name] ?? name;
}

/** `<li><p>x</p></li>` and `<li>x</li>` are the same entry. */
function unwrapOnlyParagraph(entry: Element): void {
  const paragraphs = [...entry.children].filter(({ localName }) => localName === 'p');
  const [only] = paragraphs;
  if (paragraphs.length === 1 && only && entry.firstElementChild === only)
    only.replaceWith(...only.childNodes);
}
