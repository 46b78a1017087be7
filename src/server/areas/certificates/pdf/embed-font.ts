import { type PDFDocument, type PDFRef, PDFString } from 'pdf-lib';
import type { ShapedFont } from './shaped-font.ts';

const MAX_LINES = 100;

/**
 * Puts a font into a document, whole, with the widths of the glyphs that were set (ISO 32000-1, section 9.7). Glyphs go
 * by their number in the font, which is what shaping answers.
 */
export function embedFont({ context }: PDFDocument, ref: PDFRef, font: ShapedFont, name: string): void {
  const { ascender, descender } = font.heights;
  const file = context.register(context.flateStream(font.bytes, { Length1: font.bytes.length }));
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      ItalicAngle: 0,
      StemV: 80,
      FontFile2: file,
      FontBBox: [-1000, -1000, 2000, 2000],
      Ascent: ascender,
      Descent: descender,
      CapHeight: 700,
    }),
  );
  const widths = [...font.widths].sort(([a], [b]) => a - b).flatMap(([id, width]) => [id, [width]]);
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDToGIDMap: 'Identity',
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      DW: 0,
      W: widths,
    }),
  );
  const meanings = context.register(context.flateStream(meaningsOf(font)));
  context.assign(
    ref,
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: meanings,
    }),
  );
}

/** What glyphs stand for, so that words can be found and copied. */
function meaningsOf({ meanings }: ShapedFont): string {
  const lines = [...meanings].map(([id, text]) => `<${hexOf(id)}> <${utf16Of(text)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += MAX_LINES) {
    const block = lines.slice(at, at + MAX_LINES);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

/** The number of a glyph as it is written in a text. */
export function hexOf(id: number): string {
  return id.toString(16).padStart(4, '0');
}

/** Text in UTF-16, as a PDF writes it. */
export function utf16Of(text: string): string {
  return Array.from({ length: text.length }, (_, at) => hexOf(text.charCodeAt(at))).join('');
}
