import { drawWords } from './draw-words.ts';

interface Line {
  /** From the left, and of the baseline from the top, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** A longer line is made smaller. */
  readonly width: number;
  readonly color: string;
}

/** One line as shapes. */
export async function setLine(text: string, { color, size, width, x, y }: Line): Promise<string> {
  const drawn = await drawWords(text);
  const scale = Math.min(size, (width * 1000) / Math.max(1, drawn.width)) / 1000;
  return `<g fill="${color}" transform="translate(${x} ${y.toFixed(1)}) scale(${scale.toFixed(5)} -${scale.toFixed(5)})">${drawn.svg}</g>`;
}
