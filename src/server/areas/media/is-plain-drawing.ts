const MAX_BYTES = 64 * 1024;
const SHAPES =
  'svg g defs path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask pattern title desc';
const ELEMENTS = new Set(SHAPES.split(' '));
const PAINTING =
  'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color clip-path clip-rule mask stop-color stop-opacity';
const PLACING =
  'x y x1 y1 x2 y2 cx cy r rx ry fx fy d points width height viewBox transform offset pathLength preserveAspectRatio gradientUnits gradientTransform patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits spreadMethod';
const ATTRIBUTES = new Set(
  `${PAINTING} ${PLACING} id role aria-hidden aria-label aria-labelledby version`.split(' '),
);
const NAMESPACE = 'http://www.w3.org/2000/svg';
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
  if (!ELEMENTS.has(element)) return false;
  return [...attributes.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].every(
    ([, attribute = '', double, single]) => isPlainAttribute(attribute, double ?? single ?? ''),
  );
}

function isPlainAttribute(attribute: string, value: string): boolean {
  if (attribute === 'xmlns') return value === NAMESPACE;
  if (!ATTRIBUTES.has(attribute) || /[&\\]/.test(value)) return false;
  return !/url\(/i.test(value) || /^url\(#[\w-]+\)$/.test(value);
}

function isPlainText(text: string): boolean {
  return !/&(?!(?:amp|lt|gt|quot|apos);)/.test(text);
}
