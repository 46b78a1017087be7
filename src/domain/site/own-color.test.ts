import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COLOR, contrastOf, LEAST_CONTRAST, ownAccent } from './own-color.ts';

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const EXTREMES = [
  '#000000',
  '#ffffff',
  '#808080',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
  '#ff0000',
  '#0000ff',
  '#00ff00',
];

/** color-mix(in srgb, color share, other), as tokens.css makes the soft shade of the dark theme. */
function mix(color: string, share: number, other: string): string {
  const part = (of: string, at: number) => Number.parseInt(of.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(part(color, at) * share + part(other, at) * (1 - share)));
  return `#${mixed.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function expectReadable(color: string): void {
  const { dark, light, shades } = ownAccent(color);
  const at = (index: number) => shades[index] ?? '';
  expect(shades).toHaveLength(10);
  for (const shade of shades) expect(shade).toMatch(COLOR);
  expect([at(8), at(2)]).toEqual([light, dark]);
  const soft = mix(at(5), 0.18, '#12151b');
  const pairs = [
    // By day: buttons, links on every paper and on the soft accent, text on what is soft.
    ['#fdfcfa', at(8)],
    ['#fdfcfa', at(9)],
    ...['#fbfaf7', '#fffefc', '#f4f1ea', at(0)].map((paper) => [at(7), paper]),
    ['#15181e', at(0)],
    ['#484d57', at(0)],
    ['#15181e', at(1)],
    // By night.
    ['#12151b', at(2)],
    ['#12151b', at(1)],
    ...['#12151b', '#181c24', '#0d1015', soft].map((paper) => [at(3), paper]),
    ['#e8e6e1', soft],
  ] as const;
  for (const [text = '', ground = ''] of pairs)
    expect(contrastOf(text, ground), `${color}: ${text} on ${ground}`).toBeGreaterThanOrEqual(LEAST_CONTRAST);
}

test('text on and in the shades of any color can be read in both themes', () => {
  for (const color of EXTREMES) expectReadable(color);
  fc.assert(fc.property(anyColor, expectReadable), { numRuns: 60 });
});

test('a color that can be read is used as it is, any other as near to it as can be', () => {
  expect(ownAccent('#0b6e4f').light).toBe('#0b6e4f');
  expect(ownAccent('#ffd400').dark).toBe('#ffd400');
  const { light } = ownAccent('#ffd400');
  expect(light).not.toBe('#ffd400');
  expect(contrastOf(light, '#fdfcfa')).toBeLessThan(5.5);
});

test('contrast is measured as WCAG does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
});
