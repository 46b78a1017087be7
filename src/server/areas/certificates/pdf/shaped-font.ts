import { readFileSync } from 'node:fs';
import { Blob, Buffer, ClusterLevel, Direction, Face, Font, shape } from 'harfbuzzjs';
import { woffToTtf } from './woff-to-ttf.ts';

/** A glyph in its place, in thousandths of the size of the text. */
interface Glyph {
  readonly id: number;
  /** Where it is drawn, from the beginning of the run. */
  readonly x: number;
  readonly y: number;
  /** How wide the font says it is. */
  readonly advance: number;
}
export interface Shaped {
  readonly glyphs: readonly Glyph[];
  readonly width: number;
}

/** A font file that sets words as their script demands: joined, stacked, in the order of its rules. */
export class ShapedFont {
  readonly bytes: Uint8Array;
  /** How wide each glyph is that was set. */
  readonly widths = new Map<number, number>();
  /** What each glyph that was set stands for; nothing where another says it already. */
  readonly meanings = new Map<number, string>();
  readonly #font: Font;
  readonly #scale: number;

  constructor(path: string) {
    this.bytes = woffToTtf(readFileSync(path));
    const face = new Face(new Blob(this.bytes));
    this.#font = new Font(face);
    this.#scale = 1000 / face.upem;
  }

  has(codePoint: number): boolean {
    return (this.#font.nominalGlyph(codePoint) ?? 0) !== 0;
  }

  get heights(): { readonly ascender: number; readonly descender: number } {
    const { ascender, descender } = this.#font.hExtents();
    return { ascender: ascender * this.#scale, descender: descender * this.#scale };
  }

  /** A letter as the path of a drawing, upwards, in units of the font, with the box that it fills; null where it has none. */
  outline(codePoint: number) {
    const id = this.#font.nominalGlyph(codePoint) ?? 0;
    const box = id === 0 ? undefined : this.#font.glyphExtents(id);
    if (!box || box.width === 0 || box.height === 0) return null;
    const { height, width, xBearing: left, yBearing: top } = box;
    return { path: this.#font.glyphToPath(id), left, top, width, height: Math.abs(height) };
  }

  /** Words as shapes of a drawing, upwards, in thousandths of their size. */
  drawing(text: string, isRightToLeft: boolean): { readonly svg: string; readonly width: number } {
    const { glyphs, width } = this.shape(text, isRightToLeft);
    const shapes = glyphs.map(
      ({ id, x, y }) =>
        `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${this.#scale})" d="${this.#font.glyphToPath(id)}"/>`,
    );
    return { svg: shapes.join(''), width };
  }

  shape(text: string, isRightToLeft: boolean): Shaped {
    const buffer = new Buffer();
    buffer.setClusterLevel(ClusterLevel.CHARACTERS);
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
    shape(this.#font, buffer);
    const infos = buffer.getGlyphInfosAndPositions();
    const glyphs: Glyph[] = [];
    let width = 0;
    for (const { codepoint: id, xAdvance = 0, xOffset = 0, yOffset = 0 } of infos) {
      const advance = this.#font.glyphHAdvance(id) * this.#scale;
      this.widths.set(id, advance);
      glyphs.push({ id, advance, x: width + xOffset * this.#scale, y: yOffset * this.#scale });
      width += xAdvance * this.#scale;
    }
    this.#learn(text, infos);
    return { glyphs, width };
  }

  /** Letters that became one glyph are what it means; of several glyphs for the same letters the first means them. */
  #learn(text: string, infos: readonly { readonly codepoint: number; readonly cluster: number }[]): void {
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
    for (const [at, start] of starts.entries()) {
      const [first, ...others] = infos.filter(({ cluster }) => cluster === start);
      const meaning = text.slice(start, starts[at + 1]);
      if (first && (others.length === 0 || !this.meanings.has(first.codepoint)))
        this.meanings.set(first.codepoint, meaning);
      for (const { codepoint } of others) if (!this.meanings.has(codepoint)) this.meanings.set(codepoint, '');
    }
  }
}
