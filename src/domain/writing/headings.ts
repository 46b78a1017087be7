export interface Heading {
  readonly title: string;
  /** What a link in the same text leads to it by: `#joins`. */
  readonly anchor: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;

/** The headings of a Markdown text, with the anchors that its HTML has for them. */
export function headingsOf(markdown: string): Heading[] {
  const headings: Heading[] = [];
  const used = new Map<string, number>();
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const [, sign, rest = ''] = FENCE.exec(line) ?? [];
    if (fence !== null) {
      if (sign?.startsWith(fence) && rest.trim() === '') fence = null;
    } else if (sign !== undefined) fence = sign;
    else {
      const title = wordsOf(HEADING.exec(line)?.[1] ?? '');
      if (title !== '') headings.push({ title, anchor: `#${anchorOf(title, used)}` });
    }
  }
  return headings;
}

/** The anchor of the next heading with these words, other than all before it; `used` counts those of each name. */
export function anchorOf(words: string, used: Map<string, number>): string {
  const name = headingSlug(words) || 'part';
  let times = used.get(name) ?? 0;
  let anchor: string;
  // "Part 2" may be the words of another heading.
  do {
    times += 1;
    anchor = times === 1 ? name : `${name}-${times}`;
  } while (used.has(anchor));
  used.set(anchor, 1);
  used.set(name, times);
  return anchor;
}

/** Words of a heading as an address has them. */
export function headingSlug(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** A heading without the marks of Markdown. */
function wordsOf(heading: string): string {
  return heading
    .replace(/!?\[((?:\\.|[^\]\\])*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]|~~|<\/?(?:su[bp]|u)>/g, '')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .trim();
}
