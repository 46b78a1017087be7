/** A color of a school, as it is saved: "#24468f". */
export const COLOR = /^#[0-9a-f]{6}$/;
/** What WCAG 2.2 asks of text (AA). */
export const LEAST_CONTRAST = 4.5;

/** How bright each shade of the accent is, and its most chroma. What is read on or beside it is made for these (accents.css). */
const SHADES = [
  [0.89, 0.02],
  [0.78, 0.04],
  [0.58, 0.12],
  [0.445, 0.14],
  [0.3, 0.14],
  [0.185, 0.17],
  [0.12, 0.17],
  [0.082, 0.16],
  [0.063, 0.14],
  [0.037, 0.12],
] as const;
/** The text of a filled button, and the darkest paper, of the light theme. */
const TEXT_ON_FILL = '#fdfcfa';
const SUNKEN = '#f4f1ea';
/** As bright as a link may be by day, and as dark as one may be by night. */
const BRIGHTEST_BY_DAY = 0.15;
const DARKEST_BY_NIGHT = 0.445;

export interface OwnAccent {
  /** From nearly white to nearly black, as tokens.css names them. */
  readonly shades: readonly string[];
  /** What buttons and links look like in each theme; the color itself wherever it can be read. */
  readonly light: string;
  readonly dark: string;
}

/** The shades of a school's own color. Whatever the color, text in or on them can be read in both themes. */
export function ownAccent(color: string): OwnAccent {
  const made = SHADES.map(([brightness, chroma]) => shadeOf(color, brightness, chroma));
  const light = readabilityByDay(color) >= LEAST_CONTRAST ? color : shadeOf(color, BRIGHTEST_BY_DAY);
  const hover = shadeOf(light, brightnessOf(light) < 0.02 ? 0.05 : brightnessOf(light) * 0.55);
  const dark = brightnessOf(color) >= DARKEST_BY_NIGHT ? color : (made[2] ?? color);
  const ink = dark === color ? color : (made[3] ?? color);
  const shades = [made[0], made[1], dark, ink, made[4], made[5], made[6], light, light, hover];
  return { shades: shades.map((shade) => shade ?? color), light, dark };
}

/** The least contrast that a color has in the light theme: under the text of buttons, and as a link on any paper. */
export function readabilityByDay(color: string): number {
  return Math.min(
    ...[TEXT_ON_FILL, SUNKEN, shadeOf(color, ...SHADES[0])].map((other) => contrastOf(color, other)),
  );
}

/** How well one color is read on another, from 1 to 21 (WCAG). */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [brightnessOf(one), brightnessOf(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance (WCAG). */
function brightnessOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = linearOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearOf(color: string): number[] {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
}

/** The same hue as bright as this, with as much chroma as the screen can show. */
function shadeOf(color: string, brightness: number, most = 1): string {
  const [, a, b] = oklabOf(linearOf(color));
  const chroma = Math.hypot(a, b);
  const scale = chroma === 0 ? 0 : Math.min(chroma, most) / chroma;
  for (let share = 1; share > 0.01; share *= 0.94) {
    const found = brightened(a * scale * share, b * scale * share, brightness);
    if (found) return found;
  }
  return brightened(0, 0, brightness) ?? color;
}

/** The color with this hue and chroma that is as bright as asked; null where the screen cannot show it. */
function brightened(a: number, b: number, brightness: number): string | null {
  let [low, high] = [0, 1];
  for (let turn = 0; turn < 24; turn += 1) {
    const middle = (low + high) / 2;
    const [red, green, blue] = linearFrom(middle, a, b);
    if (0.2126 * red + 0.7152 * green + 0.0722 * blue < brightness) low = middle;
    else high = middle;
  }
  const parts = linearFrom(low, a, b);
  if (parts.some((part) => part < -0.001 || part > 1.001)) return null;
  return `#${parts.map(byteOf).join('')}`;
}

function byteOf(linear: number): string {
  const part = Math.min(1, Math.max(0, linear));
  const shown = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
  return Math.round(shown * 255)
    .toString(16)
    .padStart(2, '0');
}

/** Björn Ottosson's OKLab, in which hues stay the same to the eye. */
function oklabOf([red = 0, green = 0, blue = 0]: readonly number[]): readonly [number, number, number] {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linearFrom(light: number, a: number, b: number): readonly [number, number, number] {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
