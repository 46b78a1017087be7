import { landingHeadline } from '#domain/site/landing/landing-blocks';
import { accentOnPaper } from '#domain/site/theme';
import type { SiteSettings } from '#server/site-settings';
import { m } from '../../../../messages/messages.js';
import { setLine } from './set-line.ts';
import { wrapWords } from './wrap-words.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 86;
const SIZE = 84;
const MAX_LINES = 4;
const INNER = { x: MARGIN, width: WIDTH - 2 * MARGIN };

/** What is shown where a page of the school is shared: its name and the headline of its landing page. */
export async function shareSvg({ landing, school, theme }: SiteSettings): Promise<string> {
  const accent = accentOnPaper(theme.accent, school.color);
  const name = await setLine(school.name, { ...INNER, y: 132, size: 46, color: accent });
  const headline = landingHeadline(landing?.blocks ?? []) || m.site_landing_title();
  const lines = await wrapWords(headline, { size: SIZE, width: INNER.width, most: MAX_LINES });
  const set = await Promise.all(
    lines.map((text, index) =>
      setLine(text, { ...INNER, y: 290 + index * SIZE * 1.12, size: SIZE, color: '#15181e' }),
    ),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#fbfaf7"/><rect width="${WIDTH}" height="16" fill="${accent}"/>${name}${set.join('')}</svg>\n`;
}
