import { existsSync, readFileSync } from 'node:fs';
import fontkit, { type Font } from '@pdf-lib/fontkit';
import type { PDFDocument, PDFFont, PDFPage, RGB } from 'pdf-lib';
import { visualOrder } from '#domain/certificates/visual-order';
import { type FontFile, fontFilesFor, type Weight } from './font-files-for.ts';
import { woffToTtf } from './woff-to-ttf.ts';

interface Run {
  readonly text: string;
  readonly font: PDFFont;
}
export interface TextLook {
  readonly size: number;
  readonly weight: Weight;
  readonly color: RGB;
}
interface Loaded {
  readonly bytes: Buffer;
  readonly has: (codePoint: number) => boolean;
  font?: Promise<PDFFont>;
}

/** Scripts that are not themselves without ligatures; of others a PDF would get their widths wrong. */
const LIGATURES = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Writes text of any script into a PDF: each character in the first font that has it, each font embedded once. */
export class PdfText {
  /** Whether some character is in none of the fonts, and a question mark stands for it. */
  isIncomplete = false;
  readonly #document: PDFDocument;
  readonly #loaded = new Map<string, Loaded | null>();

  constructor(document: PDFDocument) {
    this.#document = document;
    document.registerFontkit(fontkit);
  }

  async width(text: string, look: Pick<TextLook, 'size' | 'weight'>): Promise<number> {
    const runs = await this.#runs(text, look.weight);
    return runs.reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, look.size), 0);
  }

  async draw(page: PDFPage, text: string, at: { x: number; y: number }, look: TextLook): Promise<void> {
    const { color, size, weight } = look;
    let { x } = at;
    for (const { font, text: part } of visualOrder(await this.#runs(text, weight))) {
      page.drawText(part, { x, y: at.y, size, font, color });
      x += font.widthOfTextAtSize(part, size);
    }
  }

  /** Lines no wider than this, broken between words where there are any. */
  async wrap(text: string, width: number, look: Pick<TextLook, 'size' | 'weight'>): Promise<string[]> {
    const lines: string[] = [];
    let line = '';
    for (const word of text.match(/\S+\s*|\s+/g) ?? []) {
      if (line !== '' && (await this.width((line + word).trimEnd(), look)) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += word;
      while ((await this.width(line.trimEnd(), look)) > width && [...line].length > 1) {
        const head = await this.#fitting(line, width, look);
        lines.push(head);
        line = line.slice(head.length);
      }
    }
    return line.trimEnd() === '' ? lines : [...lines, line.trimEnd()];
  }

  /** As much of the beginning of a word as fits. */
  async #fitting(word: string, width: number, look: Pick<TextLook, 'size' | 'weight'>): Promise<string> {
    let head = '';
    for (const character of word) {
      if (head !== '' && (await this.width(head + character, look)) > width) break;
      head += character;
    }
    return head;
  }

  async #runs(given: string, weight: Weight): Promise<Run[]> {
    const text = given.normalize('NFC');
    const files = fontFilesFor(text, weight);
    const runs: { text: string; loaded: Loaded }[] = [];
    for (const character of text) {
      const last = runs.at(-1);
      const codePoint = character.codePointAt(0) ?? 0;
      const loaded = last?.loaded.has(codePoint) ? last.loaded : this.#find(files, codePoint);
      this.isIncomplete ||= loaded === null;
      const held = loaded ?? this.#find(files, 0x3f);
      if (!held) continue;
      const shown = loaded ? character : '?';
      if (last?.loaded === held) last.text += shown;
      else runs.push({ text: shown, loaded: held });
    }
    return Promise.all(
      runs.map(async ({ loaded, text: part }) => {
        loaded.font ??= this.#document.embedFont(loaded.bytes, {
          // Whole, because parts of a font lose composed signs; the files are small parts already.
          subset: false,
          features: LIGATURES.test(part) ? {} : { liga: false, clig: false },
        });
        return { text: part, font: await loaded.font };
      }),
    );
  }

  #find(files: readonly FontFile[], codePoint: number): Loaded | null {
    for (const { holds, path } of files) {
      if (!holds(codePoint)) continue;
      const loaded = this.#load(path);
      if (loaded?.has(codePoint)) return loaded;
    }
    return null;
  }

  #load(path: string): Loaded | null {
    const before = this.#loaded.get(path);
    if (before !== undefined) return before;
    const loaded = existsSync(path) ? this.#read(path) : null;
    this.#loaded.set(path, loaded);
    return loaded;
  }

  #read(path: string): Loaded {
    const bytes = woffToTtf(readFileSync(path));
    const font: Font = fontkit.create(bytes);
    return { bytes, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
  }
}
