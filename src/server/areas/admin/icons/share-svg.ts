import { accentOnPaper } from '#domain/site/theme';
import type { SiteSettings } from '#server/site-settings';
import { m } from '../../../../messages/messages.js';
import { drawWords } from './draw-words.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 86;
const SIZE = 84;
const MOST_LINES = 4;

/** What is shown where a page of the school is shared: its name and the headline of its landing page. */
export async function shareSvg({ landing, school, theme }: SiteSettings): Promise<string> {
  const accent = accentOnPaper(theme.accent, school.color);
  const name = await line(school.name, { y: 132, size: 46, color: accent });
  const lines = await wrapped(landing?.title || m.site_landing_title());
  const headline = await Promise.all(
    lines.map((text, index) => line(text, { y: 290 + index * SIZE * 1.12, size: SIZE, color: '#15181e' })),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#fbfaf7"/><rect width="${WIDTH}" height="16" fill="${accent}"/>${name}${headline.join('')}</svg>\n`;
}

/** One line, made smaller where it is too long. */
async function line(
  text: string,
  { color, size, y }: { color: string; size: number; y: number },
): Promise<string> {
  const { svg, width } = await drawWords(text);
  const scale = Math.min(size, ((WIDTH - 2 * MARGIN) * 1000) / Math.max(1, width)) / 1000;
  return `<g fill="${color}" transform="translate(${MARGIN} ${y.toFixed(1)}) scale(${scale.toFixed(5)} -${scale.toFixed(5)})">${svg}</g>`;
}

/** The words on lines that fit; what does not fit on the last one makes it smaller. */
async function wrapped(text: string): Promise<string[]> {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    const { width } = await drawWords(longer);
    const fits = (width * SIZE) / 1000 <= WIDTH - 2 * MARGIN;
    if (lines.length > 0 && (fits || lines.length === MOST_LINES)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
