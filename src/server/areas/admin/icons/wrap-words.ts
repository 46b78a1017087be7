import { drawWords } from './draw-words.ts';

/** The words on lines that fit; what does not fit on the last one makes it smaller. */
export async function wrapWords(
  text: string,
  { most, size, width }: { size: number; width: number; most: number },
): Promise<string[]> {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    const drawn = await drawWords(longer);
    const fits = (drawn.width * size) / 1000 <= width;
    if (lines.length > 0 && (fits || lines.length === most)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
