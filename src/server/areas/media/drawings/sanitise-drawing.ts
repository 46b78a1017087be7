import { SaxesParser, type SaxesTagNS } from 'saxes';
import { DRAWING_ATTRIBUTES, DRAWING_ELEMENTS, NAMESPACE, PAINTING } from './drawing-names.ts';

/** No drawing of a lesson is deeper; each level costs time to draw. */
const MAX_DEPTH = 100;

/**
 * A drawing with nothing but shapes and words: scripts, handlers, style sheets, links, and pictures from elsewhere are left
 * out with all that is in them. Null for what is no SVG: not well-formed, or another document.
 */
export function sanitiseDrawing(svg: string): string | null {
  const kept: string[] = [];
  /** How many open elements are kept, and how many are left out. */
  let [inside, outside] = [0, 0];
  let isDrawing = true;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => {
    isDrawing = false;
  });
  parser.on('opentag', (tag) => {
    const isKept = outside === 0 && inside < MAX_DEPTH && isSvg(tag) && DRAWING_ELEMENTS.has(tag.local);
    if (inside === 0 && outside === 0 && !(isKept && tag.local === 'svg')) isDrawing = false;
    if (!isKept) {
      outside += 1;
      return;
    }
    kept.push(`<${tag.local}${inside === 0 ? ` xmlns="${NAMESPACE}"` : ''}${attributesOf(tag)}>`);
    inside += 1;
  });
  parser.on('closetag', (tag) => {
    if (outside > 0) {
      outside -= 1;
      return;
    }
    inside -= 1;
    kept.push(`</${tag.local}>`);
  });
  const words = (text: string) => {
    if (inside > 0 && outside === 0) kept.push(escapeText(text));
  };
  parser.on('text', words);
  parser.on('cdata', words);
  try {
    parser.write(svg).close();
  } catch {
    return null;
  }
  return isDrawing && kept.length > 0 ? kept.join('') : null;
}

/** Drawings that say no namespace are taken for what they look like. */
function isSvg({ uri }: SaxesTagNS): boolean {
  return uri === NAMESPACE || uri === '';
}

function attributesOf({ attributes }: SaxesTagNS): string {
  const named = Object.values(attributes).filter(({ prefix }) => prefix === '');
  const styles = named.flatMap(({ local, value }) => (local === 'style' ? stylesOf(value) : []));
  const wanted = new Map<string, string>();
  for (const { local, value } of named) if (DRAWING_ATTRIBUTES.has(local)) wanted.set(local, value);
  // A style outweighs the attribute of its name.
  for (const [name, value] of styles) wanted.set(name, value);
  return [...wanted]
    .filter(([, value]) => isOwn(value))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}

/** What a style paints, as attributes; programs for drawing write little else. */
function stylesOf(style: string): [string, string][] {
  return style.split(';').flatMap((declaration): [string, string][] => {
    const [name = '', value = ''] = declaration.split(/:(.*)/s).map((part) => part.trim());
    return PAINTING.has(name) && value !== '' ? [[name, value]] : [];
  });
}

/** Nothing is fetched: an address is of a part of the drawing itself. What would need an entity is left out. */
function isOwn(value: string): boolean {
  return /^url\(#[\w-]+\)$/.test(value) || !/url|[&<"\\]|\/\*/i.test(value);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeText(words: string): string {
  return words.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? '');
}
