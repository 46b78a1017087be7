import {
  beginText,
  endText,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
  popGraphicsState,
  pushGraphicsState,
  type RGB,
  setFillingColor,
  setFontAndSize,
  setTextMatrix,
  showText,
} from 'pdf-lib';
import { inVisualOrder, levelsOf } from './bidi.ts';
import { embedFont, hexOf, utf16Of } from './embed-font.ts';
import type { Weight } from './font-files-for.ts';
import { Fonts, type Run } from './fonts.ts';
import type { Shaped, ShapedFont } from './shaped-font.ts';

export interface TextLook {
  readonly size: number;
  readonly weight: Weight;
  readonly color: RGB;
}
type Size = Pick<TextLook, 'size' | 'weight'>;
interface Line {
  readonly pieces: readonly (Run & { readonly shaped: Shaped })[];
  /** In thousandths of the size. */
  readonly width: number;
}

const wordsOf = new Intl.Segmenter(undefined, { granularity: 'word' });
const signsOf = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Writes text of any script into a PDF: each character in the first font that has it, each font embedded once. */
export class PdfText {
  readonly #document: PDFDocument;
  readonly #fonts = new Fonts();
  readonly #embedded = new Map<ShapedFont, { readonly name: string; readonly ref: PDFRef }>();
  readonly #lines = new Map<string, Line>();

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** Whether some character is in none of the fonts, and a question mark stands for it. */
  get isIncomplete(): boolean {
    return this.#fonts.isIncomplete;
  }

  width(text: string, { size, weight }: Size): number {
    return (this.#line(text, weight).width * size) / 1000;
  }

  draw(page: PDFPage, text: string, at: { x: number; y: number }, { color, size, weight }: TextLook): void {
    let { x } = at;
    for (const { font, shaped, text: said } of this.#line(text, weight).pieces) {
      const { name, ref } = this.#nameOf(font);
      page.node.setFontDictionary(PDFName.of(name), ref);
      page.pushOperators(
        pushGraphicsState(),
        // What is read aloud, found and copied is the text, whatever its glyphs are.
        PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [
          PDFName.of('Span'),
          `<</ActualText <feff${utf16Of(said)}>>>`,
        ]),
        beginText(),
        setFillingColor(color),
        setFontAndSize(name, size),
        ...placed(shaped, { x, y: at.y, size }),
        endText(),
        PDFOperator.of(PDFOperatorNames.EndMarkedContent),
        popGraphicsState(),
      );
      x += (shaped.width * size) / 1000;
    }
  }

  /** Lines no wider than this, broken between words where there are any, else between whole signs. */
  wrap(text: string, width: number, look: Size): string[] {
    const fits = (line: string) => this.width(line.trimEnd(), look) <= width;
    const lines: string[] = [];
    let line = '';
    const add = (part: string, smaller: ((whole: string) => string[])[]) => {
      if (fits(line + part)) {
        line += part;
        return;
      }
      const [split, ...rest] = smaller;
      if (split && !fits(part)) for (const piece of split(part)) add(piece, rest);
      else {
        if (line.trim() !== '') lines.push(line.trimEnd());
        line = part;
      }
    };
    const segments = (segmenter: Intl.Segmenter) => (whole: string) =>
      Array.from(segmenter.segment(whole), ({ segment }) => segment);
    for (const word of text.match(/\S+\s*|\s+/g) ?? []) add(word, [segments(wordsOf), segments(signsOf)]);
    return line.trimEnd() === '' ? lines : [...lines, line.trimEnd()];
  }

  /** Puts the fonts that were needed into the document; nothing is drawn afterwards. */
  finish(): void {
    for (const [font, { name, ref }] of this.#embedded) embedFont(this.#document, ref, font, name);
  }

  /** A text, or as much of it as fits in a width with "…" behind it. */
  fitting(text: string, width: number, look: Size): string {
    return this.width(text, look) <= width ? text : this.shortened(text, width, look);
  }

  /** The beginning of a text that fits in a width with "…" behind it. */
  shortened(text: string, width: number, look: Size): string {
    const signs = Array.from(signsOf.segment(text), ({ segment }) => segment);
    while (signs.length > 1 && this.width(`${signs.join('').trimEnd()}…`, look) > width) signs.pop();
    return `${signs.join('').trimEnd()}…`;
  }

  #line(given: string, weight: Weight): Line {
    const key = `${weight} ${given}`;
    const before = this.#lines.get(key);
    if (before) return before;
    const text = given.normalize('NFC');
    const runs = inVisualOrder(this.#fonts.runsOf(text, levelsOf(text), weight));
    const pieces = runs.map((run) => ({ ...run, shaped: run.font.shape(run.text, run.level % 2 === 1) }));
    const line = { pieces, width: pieces.reduce((sum, { shaped }) => sum + shaped.width, 0) };
    this.#lines.set(key, line);
    return line;
  }

  #nameOf(font: ShapedFont): { readonly name: string; readonly ref: PDFRef } {
    const known = this.#embedded.get(font);
    if (known) return known;
    const made = { name: `Font${this.#embedded.size + 1}`, ref: this.#document.context.nextRef() };
    this.#embedded.set(font, made);
    return made;
  }
}

/** Glyphs in their places; those that follow each other as the font has it are written together. */
function placed({ glyphs }: Shaped, { size, x, y }: { x: number; y: number; size: number }): PDFOperator[] {
  const operators: PDFOperator[] = [];
  let together = '';
  let next: { x: number; y: number } | null = null;
  for (const glyph of glyphs) {
    if (next === null || Math.abs(next.x - glyph.x) > 0.5 || next.y !== glyph.y) {
      if (together !== '') operators.push(showText(PDFHexString.of(together)));
      together = '';
      operators.push(setTextMatrix(1, 0, 0, 1, x + (glyph.x * size) / 1000, y + (glyph.y * size) / 1000));
    }
    together += hexOf(glyph.id);
    next = { x: glyph.x + glyph.advance, y: glyph.y };
  }
  return together === '' ? operators : [...operators, showText(PDFHexString.of(together))];
}
