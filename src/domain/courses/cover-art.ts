/** Pale ground, deep tone, middle tone, warm spark: the language of the drawn covers. */
type Palette = readonly [ground: string, deep: string, middle: string, spark: string];
type Shape =
  | { kind: 'rect'; x: number; y: number; width: number; height: number; rx: number; fill: string }
  | { kind: 'circle'; cx: number; cy: number; r: number; fill: string }
  | { kind: 'path'; d: string; fill: string; stroke: string; width: number };

const PALETTES: readonly Palette[] = [
  ['#dfe7e6', '#23505c', '#5e8d93', '#e0a458'],
  ['#e6e3ef', '#3f3a6b', '#8a83b8', '#e29578'],
  ['#ece5d8', '#5b4a2f', '#a58a5b', '#2f6d7a'],
  ['#e1e9df', '#2f5941', '#79a386', '#d9823b'],
  ['#efe1dd', '#6e3434', '#b9766c', '#2d5f73'],
  ['#dde6f0', '#274a78', '#7196c2', '#e8b04b'],
];

/** Numbers between 0 and 1 that are always the same for one text. */
function numbersOf(text: string): () => number {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1);
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
    return ((state ^ (state >>> 14)) >>> 0) / 4294967296;
  };
}

/** A composition of 640 by 360 for a course without a picture: colours from its category, forms from its slug. */
function coverArt(slug: string, category: string): { ground: string; shapes: Shape[] } {
  const hue = Math.floor(numbersOf(category || slug)() * PALETTES.length);
  const palette = PALETTES[hue] ?? FIRST;
  const next = numbersOf(slug);
  const motif = MOTIFS[Math.floor(next() * MOTIFS.length)] ?? books;
  const far: Shape = {
    kind: 'circle',
    cx: 440 + next() * 120,
    cy: 90 + next() * 60,
    r: 110 + next() * 60,
    fill: '#ffffff66',
  };
  return { ground: palette[0], shapes: [far, ...motif(palette, next)] };
}

const FIRST: Palette = ['#dfe7e6', '#23505c', '#5e8d93', '#e0a458'];

type Motif = (palette: Palette, next: () => number) => Shape[];

/** Spines on a shelf. */
const books: Motif = ([, deep, middle, spark], next) => {
  const shapes: Shape[] = [];
  const lit = Math.floor(next() * 8);
  for (let index = 0, x = 96; index < 9; index += 1) {
    const width = 32 + Math.floor(next() * 3) * 10;
    const height = 130 + next() * 120;
    const fill = index === lit ? spark : next() > 0.45 ? deep : middle;
    shapes.push({ kind: 'rect', x, y: 300 - height, width, height, rx: 4, fill });
    x += width + 8;
  }
  return [...shapes, { kind: 'rect', x: 64, y: 300, width: 512, height: 6, rx: 3, fill: deep }];
};

/** Arcs around one point, like ripples. */
const ripples: Motif = ([, deep, middle, spark], next) => {
  const cx = 180 + next() * 280;
  const ring = (r: number, index: number): Shape => ({
    kind: 'path',
    d: `M${cx - r} 300a${r} ${r} 0 0 1 ${2 * r} 0`,
    fill: 'none',
    stroke: index % 2 ? middle : deep,
    width: 18,
  });
  return [
    ...[210, 172, 134, 96, 58].map(ring),
    { kind: 'circle', cx, cy: 300, r: 26, fill: spark },
    { kind: 'rect', x: 0, y: 300, width: 640, height: 60, rx: 0, fill: deep },
  ];
};

/** Steps that climb to a point. */
const steps: Motif = ([, deep, middle, spark], next) => {
  const count = 5 + Math.floor(next() * 2);
  const width = 480 / count;
  const shapes = Array.from({ length: count }, (_, index): Shape => {
    const height = 44 + index * (190 / count);
    return {
      kind: 'rect',
      x: 80 + index * width,
      y: 304 - height,
      width: width - 8,
      height,
      rx: 6,
      fill: index % 2 ? middle : deep,
    };
  });
  return [...shapes, { kind: 'circle', cx: 80 + (count - 0.5) * width - 4, cy: 62, r: 22, fill: spark }];
};

/** A field of dots, some of them lit. */
const field: Motif = ([, deep, middle, spark], next) => {
  const shapes: Shape[] = [];
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 10; column += 1) {
      const chance = next();
      const fill = chance > 0.93 ? spark : chance > 0.5 ? deep : middle;
      const r = chance > 0.2 ? 17 : 9;
      shapes.push({ kind: 'circle', cx: 95 + column * 50, cy: 80 + row * 50, r, fill });
    }
  }
  return shapes;
};

/** Hills, one behind the other. */
const hills: Motif = ([, deep, middle, spark], next) => {
  const hill = (base: number, fill: string): Shape => {
    const a = base - next() * 70;
    const b = base + next() * 50;
    return {
      kind: 'path',
      d: `M0 ${base}C140 ${a} 220 ${a} 320 ${base - 30}S520 ${b} 640 ${a + 20}V360H0z`,
      fill,
      stroke: 'none',
      width: 0,
    };
  };
  return [
    { kind: 'circle', cx: 150 + next() * 340, cy: 120, r: 44, fill: spark },
    hill(210, `${middle}88`),
    hill(250, middle),
    hill(300, deep),
  ];
};

const MOTIFS: readonly Motif[] = [books, ripples, steps, field, hills];

/** The same composition as a picture file. Nothing of the words given gets into it, only forms and colours. */
export function coverSvg(slug: string, category: string): string {
  const { ground, shapes } = coverArt(slug, category);
  const drawn = shapes.map(element).join('');
  const svg = `<rect width="640" height="360" fill="${ground}"/>${drawn}</svg>\n`;
  // A tenth of a pixel is exact enough, and a third of the bytes.
  const short = svg.replace(/\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360">${short}`;
}

function element(shape: Shape): string {
  if (shape.kind === 'path') {
    return `<path d="${shape.d}" fill="${shape.fill}" stroke="${shape.stroke}" stroke-width="${shape.width}"/>`;
  }
  const { kind, ...attributes } = shape;
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${kind}${written.join('')}/>`;
}
