import { fontFilesFor } from '#server/areas/certificates/pdf/font-files-for';
import type { ShapedFont } from '#server/areas/certificates/pdf/shaped-font';

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

interface Drawn {
  /** Shapes, upwards, in thousandths of the size. */
  readonly svg: string;
  readonly width: number;
}

const fonts = new Map<string, ShapedFont>();

/** Words as shapes, each letter in the first of our fonts that has it; letters that none has are left out. */
export async function drawWords(text: string): Promise<Drawn> {
  const { ShapedFont: Shaped } = await import('#server/areas/certificates/pdf/shaped-font');
  const files = fontFilesFor(text, 600);
  const runs: { font: ShapedFont; text: string }[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const file = files.find(({ holds }) => holds(code));
    if (!file) continue;
    const font = fonts.get(file.path) ?? new Shaped(file.path);
    fonts.set(file.path, font);
    const last = runs.at(-1);
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  let width = 0;
  const pieces = runs.map((run) => {
    const drawn = run.font.drawing(run.text, RIGHT_TO_LEFT.test(run.text));
    const svg = `<g transform="translate(${width.toFixed(1)} 0)">${drawn.svg}</g>`;
    width += drawn.width;
    return svg;
  });
  return { svg: pieces.join(''), width };
}
