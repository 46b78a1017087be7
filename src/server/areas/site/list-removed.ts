import sanitizeHtml from 'sanitize-html';
import { cut } from '#domain/cut';
import { PAGE_ATTRIBUTES, PAGE_TAGS, sanitisePage } from './sanitise-page.ts';

/** h1 becomes h2, and a whole document loses only its frame: nothing of the text is lost with these. */
const HARMLESS = new Set(['h1', 'html', 'head', 'body']);
const MAX = 20;

/** What sanitising leaves out, for the administrator to read: "<script>", "onclick of <p>". */
export function listRemoved(html: string): string[] {
  const removed = new Set<string>();
  sanitizeHtml(html, {
    allowedTags: [...PAGE_TAGS],
    onOpenTag: (tag, attributes) => {
      if (!PAGE_TAGS.includes(tag) && !HARMLESS.has(tag)) removed.add(`<${cut(tag, 40)}>`);
      else for (const name of lostAttributes(tag, attributes)) removed.add(`${cut(name, 40)} of <${tag}>`);
    },
  });
  return [...removed].slice(0, MAX);
}

function lostAttributes(tag: string, attributes: Readonly<Record<string, string>>): string[] {
  return Object.entries(attributes)
    .filter(([name, value]) => !PAGE_ATTRIBUTES[tag]?.includes(name) || !staysSafe(tag, name, value))
    .map(([name]) => name);
}

/** Addresses are judged by the sanitiser itself. */
function staysSafe(tag: string, name: string, value: string): boolean {
  if (name !== 'href' && name !== 'src') return true;
  const quoted = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return sanitisePage(`<${tag} ${name}="${quoted}">`).includes(` ${name}="`);
}
