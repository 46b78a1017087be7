const SHAPES =
  'svg g defs path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask pattern title desc';
export const DRAWING_ELEMENTS: ReadonlySet<string> = new Set(SHAPES.split(' '));
/** Properties of a style that say the same as the attribute of their name. */
export const PAINTING: ReadonlySet<string> = new Set(
  'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color clip-path clip-rule mask stop-color stop-opacity'.split(
    ' ',
  ),
);
const PLACING =
  'x y x1 y1 x2 y2 cx cy r rx ry fx fy d points width height viewBox transform offset pathLength preserveAspectRatio gradientUnits gradientTransform patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits spreadMethod';
export const DRAWING_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...PAINTING,
  ...`${PLACING} id role aria-hidden aria-label aria-labelledby version`.split(' '),
]);

export const NAMESPACE = 'http://www.w3.org/2000/svg';
