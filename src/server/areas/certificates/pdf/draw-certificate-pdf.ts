import { PDFDocument, type PDFPage, type RGB, rgb } from 'pdf-lib';
import { encode } from 'uqr';
import { PdfText, type TextLook } from './pdf-text.ts';

/** Everything that stands on a certificate, as words. */
export interface PdfWords {
  /** BCP 47. */
  readonly language: string;
  readonly school: string;
  readonly kind: string;
  readonly opening: string;
  readonly name: string;
  readonly verb: string;
  readonly title: string;
  /** The course of an exam. */
  readonly course: string | null;
  readonly shownTitle: string;
  /** What was shown, each with an end that is never cut off. */
  readonly shown: readonly (readonly [said: string, end: string])[];
  /** Said instead of the last ones where there is no room: of one, of two, … */
  readonly more: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly check: string;
  readonly address: string;
  /** Said where a character is in none of the fonts. */
  readonly incomplete: string;
}
export interface PdfSheet {
  readonly paper: 'a4' | 'letter';
  /** "#24468f". */
  readonly accent: string;
  readonly issuedAt: string;
  readonly words: PdfWords;
}

/** Both lying on the long side, in points. */
const PAPER = { a4: [841.89, 595.28], letter: [792, 612] } as const;
const MARGIN = 66;
const CODE = 92;
const MAX_SHOWN = 5;
/** Room for what stands above and below the letters of many scripts. */
const LEADING = 1.19;
const INK = rgb(0.082, 0.094, 0.118);
const SOFT = rgb(0.28, 0.3, 0.34);
const LINE = rgb(0.8, 0.78, 0.73);
const MARK =
  'M11.1 5.3C8.7 3.6 5.6 3 2 3.4v11c3.6-.4 6.7.2 9.1 1.9zM12.9 5.3C15.3 3.6 18.4 3 22 3.4v11c-3.6-.4-6.7.2-9.1 1.9zM11.1 17.8h1.8v2.1h4.3a.9.9 0 0 1 0 1.8H6.8a.9.9 0 0 1 0-1.8h4.3z';

/** A certificate as a PDF of one page, with every font that it needs inside. */
export async function drawCertificatePdf({ accent, issuedAt, paper, words }: PdfSheet): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([...PAPER[paper]]);
  const text = new PdfText(document);
  const color = colorOf(accent);
  drawFrame(page);
  drawHead(page, text, words, color);
  const below = drawStatement(page, text, words);
  drawShown(page, text, words, below);
  drawFoot(page, text, words);
  text.finish();
  document.setTitle(`${words.title}: ${words.name}`, { showInWindowTitleBar: true });
  document.setAuthor(words.school);
  document.setSubject(words.kind);
  document.setKeywords([words.address]);
  document.setLanguage(words.language);
  document.setProducer(words.school);
  document.setCreator(words.school);
  document.setCreationDate(new Date(issuedAt));
  document.setModificationDate(new Date(issuedAt));
  return document.save();
}

function drawFrame(page: PDFPage): void {
  const { height, width } = page.getSize();
  for (const [inset, thickness] of [
    [26, 1.2],
    [31, 0.5],
  ] as const)
    page.drawRectangle({
      x: inset,
      y: inset,
      width: width - 2 * inset,
      height: height - 2 * inset,
      borderColor: LINE,
      borderWidth: thickness,
    });
}

function drawHead(page: PDFPage, text: PdfText, { kind, school }: PdfWords, color: RGB): void {
  const { height, width } = page.getSize();
  const y = height - 92;
  page.drawSvgPath(MARK, { x: MARGIN - 2, y: y + 20, scale: 1.05, color });
  const look = { size: 11.5, weight: 400, color: SOFT } as const;
  const left = width - MARGIN - text.width(kind, look);
  text.draw(page, kind, { x: left, y }, look);
  const name: TextLook = { size: 17, weight: 600, color };
  const x = MARGIN + 32;
  text.draw(page, text.fitting(school, left - x - 24, name), { x, y }, name);
}

/** Who did what; answers where it ends. */
function drawStatement(page: PDFPage, text: PdfText, words: PdfWords): number {
  const { height, width } = page.getSize();
  const room = width - 2 * MARGIN;
  const small: TextLook = { size: 13, weight: 400, color: SOFT };
  let y = height - 158;
  text.draw(page, words.opening, { x: MARGIN, y }, small);
  y = drawLarge(page, text, words.name, { y: y - 12, room, size: 42 });
  y -= 40;
  text.draw(page, words.verb, { x: MARGIN, y }, small);
  y = drawLarge(page, text, words.title, { y: y - 6, room, size: 25 });
  if (words.course === null) return y;
  text.draw(page, text.fitting(words.course, room, small), { x: MARGIN, y: y - 22 }, small);
  return y - 22;
}

/** Large words on at most two lines, smaller where they need it; answers the last base line. */
function drawLarge(
  page: PDFPage,
  text: PdfText,
  words: string,
  { room, size, y }: { y: number; room: number; size: number },
): number {
  let look: TextLook = { size, weight: 600, color: INK };
  let lines = text.wrap(words, room, look);
  while (lines.length > 2 && look.size > size / 2) {
    look = { ...look, size: look.size * 0.9 };
    lines = text.wrap(words, room, look);
  }
  const [first = '', ...rest] = lines;
  const shown = lines.length > 2 ? [first, text.shortened(rest.join(' '), room, look)] : lines;
  let base = y;
  for (const line of shown) {
    base -= look.size * LEADING;
    text.draw(page, line, { x: MARGIN, y: base }, look);
  }
  return base;
}

function drawShown(page: PDFPage, text: PdfText, words: PdfWords, below: number): void {
  const { width } = page.getSize();
  const room = width - 2 * MARGIN - CODE - 30;
  const y = Math.min(below - 26, 262);
  page.drawLine({
    start: { x: MARGIN, y },
    end: { x: width - MARGIN, y },
    thickness: 0.6,
    color: LINE,
  });
  text.draw(page, words.shownTitle, { x: MARGIN, y: y - 20 }, { size: 10.5, weight: 600, color: INK });
  const look: TextLook = { size: 10.5, weight: 400, color: INK };
  const most = Math.max(1, Math.min(MAX_SHOWN, Math.floor((y - 20 - 136) / 15)));
  const hidden = words.shown.length > most ? words.shown.length - most + 1 : 0;
  const lines = words.shown
    .slice(0, words.shown.length - hidden)
    .map(([said, end]) => text.fitting(said, room - text.width(end, look), look) + end);
  for (const [at, line] of [...lines, ...words.more.slice(hidden - 1, hidden)].entries())
    text.draw(page, line, { x: MARGIN, y: y - 37 - 15 * at }, look);
}

function drawFoot(page: PDFPage, text: PdfText, words: PdfWords): void {
  const { width } = page.getSize();
  const label: TextLook = { size: 8.5, weight: 400, color: SOFT };
  const value: TextLook = { size: 11, weight: 400, color: INK };
  let x = MARGIN;
  for (const [name, said] of words.facts) {
    text.draw(page, name, { x, y: 106 }, label);
    text.draw(page, said, { x, y: 91 }, value);
    x += Math.max(text.width(said, value), text.width(name, label)) + 26;
  }
  text.draw(page, `${words.check} ${words.address}`, { x: MARGIN, y: 64 }, { ...label, color: INK });
  if (text.isIncomplete) text.draw(page, words.incomplete, { x: MARGIN, y: 50 }, label);
  drawCode(page, words.address, { x: width - MARGIN - CODE, y: 60 + CODE });
}

function drawCode(page: PDFPage, address: string, at: { x: number; y: number }): void {
  const { data, size } = encode(address, { ecc: 'M', border: 0 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  page.drawSvgPath(path, { ...at, scale: CODE / size, color: INK });
}

function colorOf(hex: string): RGB {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  );
  return rgb(red, green, blue);
}
