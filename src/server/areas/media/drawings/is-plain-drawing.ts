import { DRAWING_ATTRIBUTES, DRAWING_ELEMENTS, NAMESPACE } from './drawing-names.ts';

const MAX_BYTES = 64 * 1024;
/** One tag of well-formed XML: end mark, name, attributes, empty mark. */
const TAG = /^<(\/?)([A-Za-z]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>$/;

/** Whether a drawing holds shapes only: no script, no handler, no style sheet, no text from elsewhere. */
export function isPlainDrawing(svg: string): boolean {
  const body = svg
    .replace(/^\s*(?:<\?xml version="1\.0"[^<>]*\?>)?\s*/, '')
    .replace(/<!--[^-]*(?:-[^-]+)*-->/g, '');
  const pieces = body.match(/<[^>]*>|[^<]+/g) ?? [];
  return (
    Buffer.byteLength(svg) <= MAX_BYTES &&
    /^<svg[\s>]/.test(body) &&
    pieces.join('') === body &&
    pieces.every((piece) => (piece.startsWith('<') ? isPlainTag(piece) : isPlainText(piece)))
  );
}

function isPlainTag(tag: string): boolean {
  const [, , element = '', attributes = ''] = TAG.exec(tag) ?? [];
  if (!DRAWING_ELEMENTS.has(element)) return false;
  return [...attributes.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].every(
    ([, attribute = '', double, single]) => isPlainAttribute(attribute, double ?? single ?? ''),
  );
}

function isPlainAttribute(attribute: string, value: string): boolean {
  if (attribute === 'xmlns') return value === NAMESPACE;
  if (!DRAWING_ATTRIBUTES.has(attribute) || /[&\\]/.test(value)) return false;
  return !/url\(/i.test(value) || /^url\(#[\w-]+\)$/.test(value);
}

function isPlainText(text: string): boolean {
  return !/&(?!(?:amp|lt|gt|quot|apos);)/.test(text);
}
